import { follows, type RuleName } from './rules.ts'

/** Invisible, and without a meaning in names and notes: soft hyphens, zero-width spaces, fillers, byte order marks, control characters. */
const invisible =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- these are what it looks for
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u115f\u1160\u17b4\u17b5\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/g
/** Joiners mean something within emoji, Arabic and Indic words; elsewhere they are invisible. */
const looseJoiners = /(^|[^\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}])[\u200c\u200d]+/gu
/** Choose the form of a Mongolian letter; elsewhere they are invisible. */
const looseForms = /(^|[^\p{Script=Mongolian}])[\u180b-\u180f]+/gu
/** They can show a text in another order than it is stored in: “gpj.exe” as “exe.jpg”. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/**
 * Full-width letters, digits and signs, and radicals that resemble characters (⽕ for 火, as copied out of PDF files). Not the full-width
 * punctuation of Chinese: ！（），：；？～
 */
const lookAlikes = /[\u2e80-\u2fd5\uff02-\uff07\uff0a\uff0b\uff0d-\uff19\uff1c-\uff1e\uff20-\uff5d]/g

export const hasDirectionMarks = (text: string): boolean => text.search(directionMarks) >= 0

export const withoutDirection = (text: string): string => text.replace(directionMarks, '').trim()

// Composed last: what is taken out may have stood between a letter and its accent.
const visible = (text: string): string =>
  text.replace(invisible, '').replace(looseJoiners, '$1').replace(looseForms, '$1').normalize('NFC')

/** A name or other short text, so that what looks the same is the same. Direction marks stay, for the caller to refuse. */
export const cleanName = (text: string): string =>
  visible(text)
    .replace(lookAlikes, (each) => each.normalize('NFKC'))
    .normalize('NFC')
    .replace(/[^\S\r\n]+/g, ' ')
    .trim()

/** A longer text: its lines and its wording stay as they are, and so does the wide space that indents Chinese paragraphs. */
const cleanLines = (text: string): string => withoutDirection(visible(text).replace(/[^\S\r\n\t\u3000]/g, ' '))

/** A value with a format, such as a code or an e-mail address: ASCII, or wrong. */
const cleanCode = (text: string): string => withoutDirection(visible(text).normalize('NFKC'))

/** A telephone number without spaces, brackets, dots and dashes that people use for reading. A prefix stays separated from its number. */
export const cleanPhone = (text: string): string => {
  const plain = cleanCode(text)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
  if (follows('phone', plain)) return plain
  const digits = plain
    .replace(/^tel:/i, '')
    // The zero of a trunk call, which is not dialled behind a country code: +44 (0)20 …
    .replace(/^((?:\+|00)\s?\d{1,3})\s*\(0\)/, '$1')
    .replace(/^\((\d{2,4})\)/, '$1-')
    .replace(/[\s().·]/g, '')
  const [prefix = ''] = /^0\d{1,3}-/.exec(digits) ?? []
  const separated = prefix + digits.slice(prefix.length).replaceAll('-', '')
  return [digits, separated].find((each) => follows('phone', each)) ?? plain
}

/** Longest text that is treated as a name. */
const nameLength = 100
/** Kept as typed, to the character: secrets, and what is compared with the words of devices. */
const verbatim = /pass|pwd|secret|token|header_?value|(?:api|private|dkim)_?key|(?:source|restores)_?code|^sample$/i

interface TextFacts {
  readonly rule?: string
  readonly maxLength?: number
}

/** Whether a text is a name, by its schema. */
export const isNameField = (field: string, { rule, maxLength }: TextFacts): boolean =>
  rule === undefined && maxLength !== undefined && maxLength <= nameLength && !verbatim.test(field)

/** A text as it is stored and searched, by its schema. Secrets, addresses of the web and texts without limits are only trimmed. */
export const tidyText = (text: string, facts: TextFacts = {}, field = ''): string => {
  const rule = facts.rule as RuleName | undefined
  if (rule === 'phone') return cleanPhone(text)
  if (rule !== undefined) return rule.endsWith('Url') ? text.trim() : cleanCode(text)
  if (facts.maxLength === undefined || verbatim.test(field)) return text.trim()
  return facts.maxLength <= nameLength ? cleanName(text) : cleanLines(text)
}
