import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compare } from './check-readmes.ts'

const english = `# Title

Set \`PORT\`, see [docs](docs/a.md) and [中文](README.zh-CN.md).

\`\`\`sh
npm start   # starts it
\`\`\`

| figure           | measured |
| ---------------- | -------- |
| p99 at 10 K rows | 1,250 ms |
`
const chinese = `# 标题

设置 \`PORT\`，参见 [文档](docs/a.md) 和 [English](README.md)。

\`\`\`sh
npm start   # 启动
\`\`\`

| 指标           | 实测     |
| -------------- | -------- |
| 1 万行时的 p99 | 1250 ms |
`

test('a translation with the same commands and figures is fine', () => {
  expect(compare(english, chinese)).toEqual([])
})

test.each([
  ['another command', 'npm start', 'npm run demo', 'line 6, command'],
  ['a dropped option', 'npm start ', 'npm start -- --x', 'line 6, command'],
  ['another setting', '`PORT`', '`HOST`', 'line 3, code'],
  ['a missing setting', '`PORT`', 'PORT', 'line 3, code'],
  ['another page', 'docs/a.md', 'docs/b.md', 'line 3, links'],
  ['another figure', '1250', '1205', 'line 11, figures'],
  ['another unit', '1 万', '1 M', 'line 11, figures'],
  ['a missing figure', '1250 ms', '–', 'line 11, figures'],
  ['a paragraph for a heading', '# 标题', '标题', 'line 1, kind of line'],
  ['a missing row', '| 1 万行时的 p99 | 1250 ms |\n', '', 'has 11 lines'],
])('%s is found', (_name, from, to, problem) => {
  expect(chinese).toContain(from)
  expect(compare(english, chinese.replace(from, to)).join('\n')).toContain(problem)
})

test('the two pages here say the same', () => {
  const [left = '', right = ''] = ['README.md', 'README.zh-CN.md'].map((name) =>
    readFileSync(join(import.meta.dirname, '..', name), 'utf8'),
  )
  expect(compare(left, right)).toEqual([])
})
