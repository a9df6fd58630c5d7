/** The basic character set of GSM 03.38; each character takes one septet. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Its extension table; each character takes two septets, which are never split over two segments. */
const extension = new Set('\f^{}\\[~]|€')

export interface SmsLength {
  readonly encoding: 'GSM-7' | 'UCS-2'
  /** Length in septets of GSM-7, or in 16-bit units of UCS-2. */
  readonly length: number
  /** Number of SMS that it is sent, and charged, as. */
  readonly segments: number
  /** Units per segment: fewer if there are several, because each then carries its number. */
  readonly perSegment: number
}

/** How many segments are needed if no character is split. */
const pack = (widths: readonly number[], perSegment: number): number => {
  let segments = 1
  let used = 0
  for (const width of widths) {
    if (used + width > perSegment) {
      segments += 1
      used = 0
    }
    used += width
  }
  return segments
}

/** The length of a text as SMS. GSM-7 holds 160 characters, or 153 in each of several; anything else is UCS-2 with 70, or 67. */
export const smsLength = (text: string): SmsLength => {
  const characters = Array.from(text)
  const gsm = characters.every((each) => basic.has(each) || extension.has(each))
  const widths = characters.map((each) => (gsm ? (extension.has(each) ? 2 : 1) : each.length))
  const length = widths.reduce((sum, width) => sum + width, 0)
  const [single, several] = gsm ? [160, 153] : [70, 67]
  const encoding = gsm ? 'GSM-7' : 'UCS-2'
  if (length === 0) return { encoding, length, segments: 0, perSegment: single }
  if (length <= single) return { encoding, length, segments: 1, perSegment: single }
  return { encoding, length, segments: pack(widths, several), perSegment: several }
}
