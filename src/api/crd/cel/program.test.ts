import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { int32, list, map, obj, opt, str } from "../../schema/build.ts";
import { Meter } from "./meter.ts";
import { compileCel } from "./program.ts";
import { toCel } from "./to-cel.ts";
import { CelDuration, CelOptional, type CelValue } from "./value.ts";

const schema = obj({
  name: opt(0, str(), ""),
  namespace: opt(0, str(), ""),
  "a.b-c": opt(0, str(), ""),
  sizes: opt(0, list(int32()), ""),
  tags: opt(0, list(str(), { listType: "set" }), ""),
  labels: opt(0, map(str()), ""),
});

const self = toCel(schema, {
  name: "reviews",
  namespace: "shop",
  "a.b-c": "dotted",
  sizes: [3, 1, 2],
  tags: ["x", "y"],
  labels: { app: "reviews", "a.b": "c" },
});

function evaluate(source: string, steps = 1_000_000): CelValue | string {
  const compiled = compileCel(source, { self: schema });
  if ("fault" in compiled) return `cannot compile: ${compiled.fault}`;
  const result = compiled.program.evaluate([self], new Meter(steps));
  return "fault" in result ? `fault: ${result.fault}` : result.value;
}

function table(name: string, rows: readonly (readonly [source: string, value: CelValue])[]): void {
  describe(name, () => {
    for (const [source, value] of rows) {
      test(source, () => {
        assert.deepEqual(evaluate(source), value);
      });
    }
  });
}

table("operators", [
  ["1 + 2 * 3 - 4 / 2", 5n],
  ["-7 % 3", -1n],
  ["1.5 + 0.5", 2],
  ["'a' + \"b\"", "ab"],
  ["[1] + [2]", [1n, 2n]],
  ["1 == 1.0 && 1 < 1.5 && 2 >= 2.0", true],
  ["'a' < 'b' && '\u{1F600}' > '\uFFFD'", true],
  ["1 == '1'", false],
  ["2 in [1, 2] && 'a' in {'a': 1} && !('b' in {'a': 1})", true],
  ["[1, 2] == [1, 2] && {'a': [1]} == {'a': [1]}", true],
  ["true ? 'yes' : 'no'", "yes"],
  ["true || 1 / 0 == 1", true],
  ["1 / 0 == 1 || true", true],
  ["1 / 0 == 1 && false", false],
  ["9223372036854775807 + 1", "fault: the integer overflows"],
  ["1 / 0", "fault: the divisor is zero"],
  ["1 + 'a'", "fault: int + string does not exist"],
  ["1 < 'a'", "fault: int and string cannot be compared"],
  ["!1", "fault: the operand of '!' must be bool, not int"],
]);

table("fields", [
  ["self.name", "reviews"],
  ["self.__namespace__", "shop"],
  ["self.a__dot__b__dash__c", "dotted"],
  ["has(self.name) && has(self.labels.app) && !has(self.labels.other)", true],
  ["self.labels['a.b']", "c"],
  ["self.labels.missing", "fault: the field 'missing' is not set"],
  ["self.sizes[1]", 1n],
  ["self.sizes[3]", "fault: there is no item '3'"],
  ["self.tags == ['y', 'x'] && self.sizes != [1, 2, 3]", true],
  ["self.?labels.?missing.orValue('none')", "none"],
  ["self.labels[?'app'].orValue('none')", "reviews"],
  ["self.?labels.app.hasValue()", true],
  ["optional.none().or(optional.of(1)).value()", 1n],
  ["optional.of(2).optMap(x, x * 2)", new CelOptional(4n)],
  ["optional.of(2).optFlatMap(x, optional.none())", new CelOptional()],
]);

table("macros", [
  ["self.sizes.all(s, s > 0) && self.sizes.exists(s, s == 2) && self.sizes.exists_one(s, s == 1)", true],
  ["self.labels.all(key, key.size() > 0)", true],
  ["self.sizes.filter(s, s > 1)", [3n, 2n]],
  ["self.sizes.map(s, s * 10)", [30n, 10n, 20n]],
  ["self.sizes.map(s, s > 1, s * 10)", [30n, 20n]],
  ["self.sizes.all(i, s, i < 3 && s < 4)", true],
  ["self.sizes.transformList(i, s, i + s)", [3n, 2n, 4n]],
  ["self.labels.transformMap(k, v, k == 'app', v + '!')", new Map([["app", "reviews!"]])],
  ["[0, 1].exists(x, 1 / x == 1)", true],
  ["[0, 1].all(x, 1 / x == 1)", "fault: the divisor is zero"],
  ["[0, 1].all(x, 1 / x == 2)", false],
  ["[[1, 2], [3]].all(l, l.all(x, x > 0))", true],
  ["cel.bind(total, self.sizes.sum(), total * total)", 36n],
  ["1.all(x, true)", "fault: int has no items"],
]);

table("texts", [
  ["'héllo'.size()", 5n],
  ["'a\u{1F600}b'.substring(1, 2)", "\u{1F600}"],
  ["'a\u{1F600}b'.indexOf('b')", 2n],
  ["'hello'.lastIndexOf('l')", 3n],
  ["'hello'.indexOf('l', 3)", 3n],
  ["'hello'.charAt(5)", ""],
  ["'hello'.substring(3, 9)", "fault: the index 9 is out of range"],
  ["'a,b,c'.split(',', 2)", ["a", "b,c"]],
  ["['a', 'b'].join('-')", "a-b"],
  ["'aXbX'.replace('X', '_', 1)", "a_bX"],
  ["'ÄBC'.lowerAscii() + 'äbc'.upperAscii()", "ÄbcäBC"],
  ["' a '.trim()", "a"],
  ["strings.quote('a\"b\\n')", '"a\\"b\\n"'],
  ["'%s has %d of %.1f, %x'.format(['x', 3, 2.5, 255])", "x has 3 of 2.5, ff"],
  ["'%s'.format([[1, 'a', {'k': true}]])", "[1, a, {k: true}]"],
  ["'%s %s'.format(['x'])", "fault: there are fewer values than clauses to format"],
  ["'abc'.matches('b')", true],
  ["'abc'.matches('^b$')", false],
  ["'a1b22'.find('[0-9]+')", "1"],
  ["'a1b22'.findAll('[0-9]+')", ["1", "22"]],
  ["'a1b22'.findAll('[0-9]+', 1)", ["1"]],
  ["r'\\d' == '\\\\d'", true],
]);

table("lists and sets", [
  ["[1, 2, 2].isSorted() && !['b', 'a'].isSorted()", true],
  ["[3, 1, 2].min() + [3, 1, 2].max()", 4n],
  ["[1.5, 2.5].sum()", 4],
  ["[].sum()", 0n],
  ["[].min()", "fault: the list is empty"],
  ["[1, 2, 1].indexOf(1) + [1, 2, 1].lastIndexOf(1)", 2n],
  ["[1, [2, [3]]].flatten()", [1n, 2n, [3n]]],
  ["[2, 1, 2].distinct()", [2n, 1n]],
  ["[1, 2, 3].slice(1, 3).reverse()", [3n, 2n]],
  ["sets.contains([1, 2], [2]) && sets.equivalent([1, 2, 2], [2, 1]) && !sets.intersects([1], [2])", true],
]);

table("times and amounts", [
  ["duration('1h30m') == duration('90m') && duration('1ms') < duration('1s')", true],
  ["duration('90s').getMinutes()", 1n],
  ["duration('1s') + duration('500ms')", new CelDuration(1_500_000_000n)],
  ["duration('apple')", "fault: 'apple' cannot be made duration"],
  ["timestamp('2026-01-31T12:30:00Z').getHours()", 12n],
  ["timestamp('2026-01-31T12:30:00Z').getHours('+02:00')", 14n],
  ["timestamp('2026-01-31T12:30:00Z').getHours('Europe/Berlin')", 13n],
  ["timestamp('2026-03-01T00:00:00Z') - timestamp('2026-02-28T00:00:00Z') == duration('24h')", true],
  ["string(timestamp('2026-01-31T13:30:00.5+01:00'))", "2026-01-31T12:30:00.5Z"],
  ["quantity('1Gi').isGreaterThan(quantity('1G')) && quantity('500m').add(quantity('0.5')) == quantity('1')", true],
  ["quantity('1k').asInteger()", 1000n],
  ["quantity('1500m').isInteger()", false],
  ["quantity('50k').compareTo(quantity('0.1M'))", -1n],
  ["isQuantity('1.5Ki') && !isQuantity('1.5X')", true],
]);

table("networks", [
  ["isIP('10.0.0.1') && isIP('::1') && !isIP('10.0.0.01') && !isIP('::ffff:1.2.3.4')", true],
  ["ip('fe80::1').isLinkLocalUnicast() && ip('127.0.0.1').isLoopback() && ip('8.8.8.8').isGlobalUnicast()", true],
  ["ip('::').isUnspecified() && ip('ff02::1').isLinkLocalMulticast() && ip('::1').family() == 6", true],
  ["ip.isCanonical('2001:db8::1') && !ip.isCanonical('2001:DB8::1') && !ip.isCanonical('2001:db8:0:0::1')", true],
  ["string(ip('1:0:0:2:0:0:0:3'))", "1:0:0:2::3"],
  ["cidr('10.0.0.0/8').containsIP('10.1.2.3') && !cidr('10.0.0.0/8').containsIP(ip('11.0.0.0'))", true],
  ["cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') && !cidr('10.1.0.0/16').containsCIDR('10.0.0.0/8')", true],
  ["cidr('10.1.2.3/8').masked().ip() == ip('10.0.0.0') && cidr('::/64').prefixLength() == 64", true],
  ["cidr('10.0.0.0/33')", "fault: '10.0.0.0/33' is not an address range"],
  ["isURL('https://a.com/b') && isURL('/b') && !isURL('b') && !isURL('http://a b')", true],
  ["url('https://u@a.com:80/b%20c?q=1&q=2').getHost()", "a.com:80"],
  ["url('https://[::1]:80/').getHostname() + url('https://[::1]:80/').getPort()", "::180"],
  ["url('https://a.com/b%20c?q=1').getEscapedPath()", "/b%20c"],
  ["url('https://a.com/?q=1&q=2').getQuery()['q']", ["1", "2"]],
  ["url('HTTP://a.com').getScheme()", "http"],
  ["url('docker.io/a')", "fault: 'docker.io/a' is not a URL"],
]);

table("conversions and formats", [
  ["int('12') + int(2.9)", 14n],
  ["int('1.5')", "fault: '1.5' cannot be made int"],
  ["double('1.5') + double(1)", 2.5],
  ["string(1) + string(true) + string(1.5)", "1true1.5"],
  ["bool('true') && type(1) == int && type('') == string && type([]) == list", true],
  ["format.dns1123Label().validate('my-name').hasValue()", false],
  ["format.named('dns1123Label').value().validate('My').hasValue()", true],
  ["format.named('nothing').hasValue()", false],
  ["dyn(1) == 1", true],
]);

table("what cannot be compiled", [
  ["self.nam", "cannot compile: there is no field 'nam'"],
  ["has(self.nam)", "cannot compile: there is no field 'nam'"],
  ["self.sizes.all(s, other > s)", "cannot compile: there is no variable 'other'"],
  ["self.name.shout()", "cannot compile: there is no function 'shout'"],
  ["size(self.name, 1)", "cannot compile: the function 'size' does not take 2 arguments"],
  [
    "self.name.matches('(?=a)')",
    "cannot compile: '(?=a)' is not a regular expression of RE2: error parsing regexp: invalid or unsupported Perl syntax: `(?=`",
  ],
  ["has(self)", "cannot compile: has() takes a field, as in has(self.x)"],
  ["1u", "cannot compile: unsigned integers are not supported"],
  ["1 +", "cannot compile: Unexpected token: EOF"],
  ["9223372036854775808", "cannot compile: the integer 9223372036854775808 has more than 64 bits"],
]);

describe("limits", () => {
  const tooMany = "fault: the expression takes too many steps";

  test("loops in loops end", () => {
    const many = `[${Array.from({ length: 500 }, (_, i) => i).join(", ")}]`;
    assert.equal(evaluate(`${many}.all(a, ${many}.all(b, a + b >= 0))`, 100_000), tooMany);
  });

  test("loops whose bodies fail end as well", () => {
    const many = `[${Array.from({ length: 500 }, (_, i) => i).join(", ")}]`;
    assert.equal(evaluate(`${many}.all(a, ${many}.all(b, 1 / 0 == 1))`, 100_000), tooMany);
  });

  test("texts do not grow without bound", () => {
    const long = `'${"x".repeat(1000)}'`;
    assert.equal(evaluate(`${long}.replace('x', ${long}.replace('x', ${long}))`, 10_000), tooMany);
  });

  test("deep nesting is refused", () => {
    const deep = `${"(".repeat(2000)}1${")".repeat(2000)}`;
    assert.match(String(evaluate(deep)), /^cannot compile/);
  });

  test("a long chain of operators is compiled or refused, but does not throw", () => {
    assert.match(String(evaluate(Array(2000).fill("true").join(" && "))), /^(true|cannot compile.*)$/);
    assert.match(String(evaluate(Array(20_000).fill("1").join("+"))), /^cannot compile/);
  });
});
