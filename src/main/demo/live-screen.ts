import { styleText } from "node:util";
import type { StyledLine } from "./demo-table.ts";

export interface LiveScreenOptions {
  readonly out: (text: string) => void;
  readonly colour: boolean;
  /** Characters in a line. */
  readonly width: () => number;
}

/** The last lines of a terminal, drawn anew in place. */
export class LiveScreen {
  readonly #options: LiveScreenOptions;
  #drawn = 0;

  constructor(options: LiveScreenOptions) {
    this.#options = options;
  }

  /** Draws the lines over those before them. A line that is too long is cut: on two lines it could not be drawn over. */
  draw(lines: readonly StyledLine[]): void {
    const { out, colour, width } = this.#options;
    const room = Math.max(1, width() - 1);
    const up = this.#drawn === 0 ? "" : `\x1b[${this.#drawn}A`;
    const texts = lines.map(({ text, style }) => {
      const cut = text.length > room ? `${text.slice(0, room - 1)}…` : text;
      return colour && style !== undefined && cut !== "" ? styleText(style, cut, { validateStream: false }) : cut;
    });
    out(`${up}\x1b[J${texts.map((text) => `${text}\n`).join("")}`);
    this.#drawn = lines.length;
  }
}
