/** A source text taken apart. All views have its length, so that a place is the same in each. */
export interface SourceText {
  /** The code: comments, regular expressions and what stands in templates are blank. */
  readonly code: string
  /** The same without what stands in strings, to find brackets in. */
  readonly bare: string
  readonly literals: readonly Literal[]
}

/** A string or a template. A template in a `${…}` of another stands on its own. */
export interface Literal {
  /** Where its quote stands. */
  readonly start: number
  /** What it holds, from `start + 1` on, with `hole` for each character of a `${…}`. */
  readonly text: string
  /** Whether it is a template with the tag `sql`. */
  readonly isTagged: boolean
}

export const hole = '\u0001'

const afterValue = /[\w$)\]}'"`]\s*$/
const beforeRegex = /\b(?:return|typeof|case|of|in)\s*$/
const isRegex = (before: string): boolean => !afterValue.test(before) || beforeRegex.test(before)
const regex = /(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])*/y
const strings: Readonly<Record<string, RegExp>> = { "'": /(?:\\.|[^'\\])*/y, '"': /(?:\\.|[^"\\])*/y }
const sqlTag = /\bsql(?:<[^`;]*>)?$/

export const takeApart = (text: string): SourceText => {
  const code = text.split('')
  const bare = text.split('')
  const literals: Literal[] = []
  const blank = (from: number, to: number, ...views: string[][]): number => {
    for (const view of views) for (let at = from; at < to; at++) if (view[at] !== '\n') view[at] = ' '
    return to
  }
  const endOf = (pattern: RegExp, from: number): number => {
    pattern.lastIndex = from
    return pattern.test(text) ? pattern.lastIndex : from
  }
  const indexOf = (what: string, from: number): number => {
    const at = text.indexOf(what, from)
    return at === -1 ? text.length : at
  }

  /** Reads code up to the brace that ends it, and returns where that is. */
  const readCode = (from: number): number => {
    let depth = 0
    for (let at = from; at < text.length; at++) {
      const char = text[at] ?? ''
      const string = strings[char]
      if (string) {
        const end = endOf(string, at + 1)
        literals.push({ start: at, text: text.slice(at + 1, end), isTagged: false })
        at = blank(at + 1, end, bare)
      } else if (char === '`') at = readTemplate(at)
      else if (text.startsWith('//', at)) at = blank(at, indexOf('\n', at), code, bare)
      else if (text.startsWith('/*', at)) at = blank(at, indexOf('*/', at) + 2, code, bare) - 1
      else if (char === '/' && isRegex(text.slice(Math.max(0, at - 40), at))) at = blank(at + 1, endOf(regex, at + 1), code, bare)
      else if (char === '{') depth++
      else if (char === '}' && depth-- === 0) return at
    }
    return text.length
  }
  const readTemplate = (start: number): number => {
    let held = ''
    let at = start + 1
    while (at < text.length && text[at] !== '`') {
      const from = at
      const isHole = text.startsWith('${', at)
      at = isHole ? readCode(at + 2) + 1 : at + (text[at] === '\\' ? 2 : 1)
      held += isHole ? hole.repeat(at - from) : text.slice(from, at)
      if (!isHole) blank(from, at, code, bare)
    }
    literals.push({ start, text: held, isTagged: sqlTag.test(text.slice(Math.max(0, start - 400), start)) })
    return at
  }
  readCode(0)
  return { code: code.join(''), bare: bare.join(''), literals }
}
