// README.md and README.zh-CN.md say the same: line by line the same commands, names in code, links and figures.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const names = ['README.md', 'README.zh-CN.md'] as const
const units: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, 万: 1e4 }
const fence = '```'

/** The numbers of a line, sorted, because languages order them differently: `10 K` and `1 万` are the same number. */
const figuresOf = (line: string): string[] =>
  [...line.matchAll(/(?<![\w.])(\d[\d,]*(?:\.\d+)*)(?:\s?([KM万])(?![A-Za-z]))?/g)]
    .map(([, digits = '', unit]) => {
      const plain = digits.replaceAll(',', '')
      return unit === undefined ? plain : String(Number(plain) * (units[unit] ?? 1))
    })
    .sort()

/** What a line must have in common with its translation. */
const factsOf = (line: string, inCode: boolean): Record<string, string[]> => {
  if (inCode) return { command: [line.replace(/(^|\s)#.*/, '').trim()] }
  const prose = line.replaceAll(/`[^`]*`/g, '').replaceAll(/\]\([^)]*\)/g, ']')
  return {
    'kind of line': [/^(#+ |\||!\[|```\w*|)/.exec(line)?.[0] ?? ''],
    code: [...line.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code).sort(),
    links: [...line.matchAll(/\]\(([^)]*)\)/g)].map(([, link = '']) => link.replace(names[1], names[0])).sort(),
    figures: figuresOf(prose),
  }
}

/** The differences between the two texts, one line each. */
export const compare = (english: string, chinese: string): string[] => {
  const [left, right] = [english, chinese].map((text) => text.trimEnd().split(/\r?\n/))
  if (left === undefined || right === undefined) return []
  const problems: string[] = []
  let inCode = false
  for (const [index, line] of left.entries()) {
    const other = right[index] ?? ''
    const isFence = line.startsWith(fence)
    const [facts, otherFacts] = [factsOf(line, inCode && !isFence), factsOf(other, inCode && !isFence)]
    if (isFence) inCode = !inCode
    for (const [fact, values] of Object.entries(facts)) {
      const [ours, theirs] = [values.join(' · '), (otherFacts[fact] ?? []).join(' · ')]
      if (ours !== theirs) problems.push(`line ${index + 1}, ${fact}: ${names[0]} has "${ours}", ${names[1]} has "${theirs}"`)
    }
  }
  if (left.length !== right.length) problems.push(`${names[0]} has ${left.length} lines, ${names[1]} has ${right.length}`)
  return problems
}

if (import.meta.main) {
  const [english, chinese] = names.map((name) => readFileSync(join(import.meta.dirname, '..', name), 'utf8'))
  const problems = compare(english ?? '', chinese ?? '')
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
}
