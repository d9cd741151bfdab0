/** Texts that other editors change when they only open and store them. */
const small: Readonly<Record<string, string>> = {
  nothing: '',
  'one letter': 'a',
  'no last newline': 'a\nb',
  'last newline': 'a\n',
  'several last newlines': 'a\n\n\n\n',
  'newlines alone': '\n\n\n',
  'blanks at the end of a line': 'a  \nb \nc\t\n',
  'blanks alone': '   \n\t\n  ',
  'list with hyphens': '- a\n- b\n  - c\n',
  'list with stars': '* a\n* b\n    * c\n',
  'list with plus': '+ a\n+ b\n',
  'list of several marks': '- a\n* b\n+ c\n',
  'numbers that do not count': '1. a\n1. b\n1. c\n',
  'numbers that begin elsewhere': '7) a\n8) b\n',
  'loose list': '- a\n\n- b\n\n\n- c\n',
  'list with tabs': '-\ta\n\t-\tb\n',
  tasks: '- [ ] a\n- [x] b\n- [X] c\n-  [ ]  d\n',
  table: '| a | b |\n|---|:-:|\n| 1 | 2 |\n',
  'table without outer bars': 'a | b\n--|--\n1 | 2\n',
  'ragged table': '|a|b|c|\n|-|-|-|\n|1|\n|1|2|3|4|\n|x \\| y|  |`|`|\n',
  'fence with words': '```js title="a b" {1,3}\nlet a;\n```\n',
  'fence of tildes': '~~~~\n```\n~~~\n~~~~\n',
  'open fence': '```\nno end\n',
  'indented code': '    a\n\n\n\n        b\n',
  'HTML block': '<div class="x">\n\n<p>a & b</p>\n</div>\n',
  'HTML within': 'a <b>c</b> <!-- d --> &amp; &#35; &nope;\n',
  'comment alone': '<!--\n- a\n-->\n',
  footnotes: 'a[^1] b[^long name]\n\n[^1]: One.\n[^long name]: Two.\n\n    More.\n',
  'front matter': '---\ntitle: "a: b"\ntags: [x, y]\n---\n\n# a\n',
  'front matter of pluses': '+++\na = 1\n+++\n',
  CRLF: 'a\r\n\r\n- b\r\n- c\r\n',
  'CRLF without a last one': 'a\r\nb',
  'mixed ends': 'a\r\nb\nc\r\nd\n',
  'lone CR': 'a\rb\rc\n',
  'LF and then CR': 'a\n\rb\n',
  'byte order mark': '\uFEFF# a\n',
  'byte order mark within': 'a\uFEFFb\n',
  'zero-width': 'a\u200Bb\u200Cc\u200Dd\u2060e\n',
  directions: 'a\u202Eb\u202C \u2066c\u2069\n',
  'soft hyphen and no-break': 'a\u00ADb\u00A0c\u202Fd\n',
  'line and paragraph separators': 'a\u2028b\u2029c\u0085d\u000Be\u000Cf\n',
  controls: 'a\u0001b\u001B[31mc\u007F\n',
  emoji: '👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👍🏽 ❤️ 1️⃣\n',
  'letters put together': 'e\u0301 é Å \u1E9B\u0323\n',
  'other scripts': 'مرحبا שלום 你好 नमस्ते ไทย\n',
  headings: 'a\n===\nb\n---\n# c #\n##d\n###### e\n',
  emphasis: '*a* _b_ **c** __d__ ***e*** ~~f~~ a*b*c snake_case_word\n',
  links: '[a](<b c> "d") [e][f] [g] <https://h.test> https://i.test\n\n[f]: /x \'y\'\n[g]:\n  <z>\n',
};

const paragraph =
  'The supplier is late, so **we** open in June; see [the plan](/artifacts/art_plan "Plan").  \nOr not.\n\n';

/** Longer documents, each of another kind. */
const large: Readonly<Record<string, string>> = {
  'long prose': Array.from({ length: 200 }, (_, at) => `## Part ${at + 1}\n\n${paragraph}`).join(''),
  'long CRLF': Array.from({ length: 900 }, (_, at) => `${at}. Line \u200B ${at}\t|\r\n`).join(''),
  'long mixed ends': Array.from(
    { length: 900 },
    (_, at) => `${'>'.repeat(at % 4)} ${at}${['\n', '\r\n', '\r'][at % 3]}`,
  ).join(''),
  'long table': `\uFEFF| no | name | note |\n|:--|---|--:|\n${Array.from({ length: 700 }, (_, at) => `|${at}| Ada \\| Bo  |${'x'.repeat(at % 9)}|\n`).join('')}`,
  everything: Object.values(small).join('\n\n').repeat(4),
};

export const texts = { ...small, ...large };
