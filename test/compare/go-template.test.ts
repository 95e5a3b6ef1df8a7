import assert from "node:assert/strict";
import { test } from "node:test";
import { renderTemplate } from "./go-template.ts";

const cases: readonly (readonly [text: string, expected: string])[] = [
  ["plain", "plain"],
  ["a{{- range $i := until .Services }}\nb{{$i}}{{- end }}c", "a\nb0\nb1c"],
  ["{{ range $i := until 300 }}{{ mod $i 255 }}.{{ div $i 255 }} {{ end }}", /^0\.0 .* 44\.1 $/.source],
  [
    "{{range $i := until .Services}}{{range $j := until .Instances}}{{$i}}{{mod $j $.Services}} {{end}}{{end}}",
    "00 01 00 10 11 10 ",
  ],
  ["{{range $i := until 0}}never{{end}}done", "done"],
];

test("benchmark templates are rendered", () => {
  for (const [text, expected] of cases) {
    const out = renderTemplate(text, { Services: 2, Instances: 3 });
    if (expected.startsWith("^")) assert.match(out, new RegExp(expected));
    else assert.equal(out, expected);
  }
});

test("a construct that is not known is refused", () => {
  assert.throws(() => renderTemplate("{{ .Other }}", {}), /does not know/);
});
