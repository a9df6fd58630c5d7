import { cluesIn } from '@emberwatch/device-link'
import type { CodeMeaning, CodeMeanings } from './code-meanings.ts'

type Codes = Pick<CodeMeanings, 'find'>

/** What could not be read of a message. */
export interface Unread {
  payload: Uint8Array
  /** What could be read of it. */
  rows: readonly { readonly code: string; readonly meaning: CodeMeaning | undefined }[]
  /** It carries reports, going by its topic. Only then do words and ends that say nothing count as doubtful. */
  isReport: boolean
  /** Its end is missing, or it is no JSON at all. */
  flaw?: 'cut' | 'notJson' | undefined
}

/**
 * Whether what could not be read may be an alarm: it names a code that may be one, or says something that cannot be judged. In doubt it may
 * be. If what could be read raises an alarm, people come anyway, and only a further code counts.
 */
export function mayHideAlarm(codes: Codes, { payload, rows, isReport, flaw }: Unread): boolean {
  const clues = cluesIn(payload)
  const read = new Map<string, number>()
  for (const { code } of rows) read.set(code.toLowerCase(), (read.get(code.toLowerCase()) ?? 0) + 1)
  const unread = clues.codes.filter(({ code }) => {
    const left = read.get(code.toLowerCase()) ?? 0
    read.set(code.toLowerCase(), left - 1)
    return left <= 0
  })
  if (unread.some(({ format, code }) => isDoubtful(codes.find(format, code)))) return true
  if (rows.some(({ meaning }) => meaning?.type === 'alarm')) return false
  if (clues.words.some((word) => codes.find(null, word)?.type === 'alarm')) return true
  if (!isReport || clues.isBlank) return false
  if (flaw === 'cut') return true
  // Everything that it names is known, and none of it an alarm.
  return clues.codes.length === 0 && (flaw === 'notJson' || clues.words.length > 0)
}

const isDoubtful = (meaning: ReturnType<Codes['find']>): boolean =>
  meaning !== undefined && (meaning.type === 'alarm' || meaning.type === null)
