import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { districts } from './districts.ts'

const folder = join(import.meta.dirname, '../docs/decisions')
const sections = ['platform and wire', ...districts.map(({ name }) => name), 'console', 'tests and tools', 'security']

/** What a page says directly below its title about later decisions, as the index repeats it: `superseded by 23`, `amended by 41, 102`. */
const changesOf = (page: string): string => {
  const marks = [...page.matchAll(/^> (Superseded|Amended) by \[decision (\d+)\]\(0*\2-[^)]+\.md\)/gm)]
  const by = (word: string) => marks.filter((mark) => mark[1] === word).map((mark) => mark[2])
  return ['Superseded', 'Amended']
    .filter((word) => by(word).length > 0)
    .map((word) => `${word.toLowerCase()} by ${by(word).join(', ')}`)
    .join('; ')
}

/** What is wrong with the index or with the marks of later decisions, one line each. `pages`: the texts of the decisions by file name. */
const problemsOf = (index: string, pages: Readonly<Record<string, string>>): string[] => {
  const problems: string[] = []
  const headings = [...index.matchAll(/^## (.+)$/gm)].map(([, name = '']) => name)
  if (headings.join() !== sections.join()) problems.push(`the headings of the index are ${headings.join(', ')}`)

  const lines = [...index.matchAll(/^- \[(\d+)\]\(([^)]+)\) (.+)$/gm)].map(([line, number = '', file = '']) => ({
    line,
    number,
    file,
  }))
  const items = index.match(/^- /gm)?.length ?? 0
  if (items !== lines.length) problems.push(`${items - lines.length} lines of the index are no decision`)
  for (const { file } of lines) if (pages[file] === undefined) problems.push(`the index links to ${file}, which does not exist`)

  const numbers = new Set<string>()
  for (const [file, page] of Object.entries(pages)) {
    const [, number = '', title = ''] = /^# (\d+)\. (.+)\n/.exec(page) ?? []
    if (number === '' || file.split('-')[0] !== number.padStart(4, '0')) problems.push(`${file}: its title has another number`)
    if (numbers.has(number)) problems.push(`${file}: its number is used twice`)
    numbers.add(number)

    const changes = changesOf(page)
    const expected = `- [${number}](${file}) ${title}${changes && ` (${changes})`}`
    const found = lines.filter((each) => each.file === file)
    if (found.length !== 1) problems.push(`${file}: it is ${found.length} times in the index`)
    else if (found[0]?.line !== expected) problems.push(`${file}: the index should say: ${expected}`)

    const [head = '', ...rest] = page.split(/\n(?!\n|>|$)/)
    if (head.split('\n').some((line) => line.startsWith('> ') && changesOf(line) === ''))
      problems.push(`${file}: a mark has another form`)
    if (/^[^\w]*(superseded|amended|narrowed|replaced) by/im.test(rest.join('\n')))
      problems.push(`${file}: a mark is not below its title`)
    for (const [, link = ''] of page.matchAll(/\]\((\d{4}-[^)]+)\)/g)) {
      if (pages[link] === undefined) problems.push(`${file}: it links to ${link}, which does not exist`)
    }
  }
  return problems
}

const pages = {
  '0001-one.md': '# 1. One\n\n> Superseded by [decision 3](0003-three.md): why.\n\nText.\n',
  '0002-two.md':
    '# 2. Two\n\n> Amended by [decision 1](0001-one.md): why.\n>\n> Amended by [decision 3](0003-three.md): why.\n\nText.\n\nMore text.\n',
  '0003-three.md': '# 3. Three\n\nText.\n',
}
const index = `# Index\n\nText.\n\n${sections.map((name) => `## ${name}\n\nAbout it.\n`).join('\n')}
- [1](0001-one.md) One (superseded by 3)
- [2](0002-two.md) Two (amended by 1, 3)
- [3](0003-three.md) Three
`

test('an index that names each decision once, with its marks, is fine', () => {
  expect(problemsOf(index, pages)).toEqual([])
})

test.each([
  ['a decision that is missing', '- [3](0003-three.md) Three\n', '', '0003-three.md: it is 0 times'],
  ['a decision named twice', '- [3]', '- [3](0003-three.md) Three\n- [3]', '0003-three.md: it is 2 times'],
  ['a link to nothing', '- [3]', '- [4](0004-four.md) Four\n- [3]', 'links to 0004-four.md'],
  ['a line of another form', '- [3](', '- Text\n- [3](', '1 lines of the index'],
  ['another title', ') Three', ') Tree', '0003-three.md: the index should say'],
  ['another number', '[3](0003', '[4](0003', '0003-three.md: the index should say'],
  ['a missing mark', ' (superseded by 3)', '', '0001-one.md: the index should say'],
  ['a mark of another decision', '(superseded by 3)', '(superseded by 2)', '0001-one.md: the index should say'],
  ['a mark that the page does not have', ') Three', ') Three (superseded by 2)', '0003-three.md: the index should say'],
  ['a missing amendment', '(amended by 1, 3)', '(amended by 1)', '0002-two.md: the index should say'],
  ['a missing district', '## base\n', '', 'the headings'],
])('in the index, %s is found', (_name, from, to, problem) => {
  expect(index).toContain(from)
  expect(problemsOf(index.replace(from, to), pages).join('\n')).toContain(problem)
})

test.each([
  ['a missing mark', '0001-one.md', '> Superseded by [decision 3](0003-three.md): why.\n\n', '', 'the index should say'],
  ['a mark without a link', '0001-one.md', '[decision 3](0003-three.md)', 'decision 3', 'another form'],
  ['a mark that links to another number', '0001-one.md', '[decision 3]', '[decision 2]', 'another form'],
  ['a mark below the text', '0003-three.md', 'Text.\n', 'Text.\n\n**Superseded by 1**: why.\n', 'not below its title'],
  ['a quoted mark below the text', '0003-three.md', 'Text.\n', 'Text.\n\n> Amended by 1: why.\n', 'not below its title'],
  ['a mark that links to nothing', '0001-one.md', '0003-three.md', '0003-thee.md', 'links to 0003-thee.md'],
  ['a link to nothing', '0003-three.md', 'Text.', '[text](0009-nine.md)', 'links to 0009-nine.md'],
  ['a number used twice', '0003-three.md', '# 3.', '# 2.', 'used twice'],
  ['a title with another number', '0003-three.md', '# 3.', '# 4.', 'another number'],
  ['no title', '0003-three.md', '# 3. Three\n', '', 'another number'],
] as const)('in a decision, %s is found', (_name, file, from, to, problem) => {
  expect(pages[file]).toContain(from)
  expect(problemsOf(index, { ...pages, [file]: pages[file].replace(from, to) }).join('\n')).toContain(problem)
})

test('the index names the decisions as they are', () => {
  const names = readdirSync(folder).filter((name) => name !== 'README.md')
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
  expect(names.length).toBeGreaterThan(100)
  expect(problemsOf(read('README.md'), Object.fromEntries(names.map((name) => [name, read(name)])))).toEqual([])
})
