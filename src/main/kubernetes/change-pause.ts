/**
 * Milliseconds between two reads of a kind's changes while they come in a row. What proxies are sent waits for at least as
 * long, until changes have come to rest; and a change that is read alone costs several times as much as one among others.
 */
export const changePause = 100;
