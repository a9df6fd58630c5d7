import { maxPayloadBytes, maxReportCodeLength } from './constants.ts'
import { textOfBytes } from './json.ts'
import { contactIdFormat } from './codes.ts'

/** What an unreadable message still says. */
export interface Clues {
  /** Codes that it names, as often as it does. `format`: of the same report, if it is named nearby. */
  readonly codes: { format: string | null; code: string }[]
  /** Words in it, in lower case, that device link does not define. */
  readonly words: string[]
  /** Nothing but blanks. */
  readonly isBlank: boolean
}

const codePattern = /(?<![a-z_])code[\s\\]{0,9}["'”]?[\s\\]{0,9}[:：=][\s\\]{0,9}["'“]?\s{0,9}([^\s"'“”\\,，;&{}[\]]{1,64})/gi
const formatPattern = /(?<![a-z_])format[\s\\]{0,9}["'”]?[\s\\]{0,9}[:：=][\s\\]{0,9}["'“]?\s{0,9}([^\s"'“”\\,，;&{}[\]]{1,16})/gi
const contactIdCode = /\bCID\W{1,4}([136]\d{3})(?!\d)/gi
// Not from the middle of a run of backslashes: that would take time by the square of its length.
const escapedCharacter = /(?<!\\)\\+u(00[2-7][0-9a-f])/gi
/** Values that name things and times, which may be called anything. */
const naming =
  /(?<![a-z_])(?:device|boot|time|ip|firmware|hardware|version|seq|task|id|format)[\s\\]{0,9}["'”]?[\s\\]{0,9}[:：=][\s\\]{0,9}(?:"[^"\\]{0,99}\\?"|'[^'\\]{0,99}\\?'|[^\s"',，;&{}[\]]{1,99})/gi
const wordPattern = /\p{L}{2,}/gu
/** How far a format may be from its code. */
const nearby = 200

/** Names of device link, and what measurements are called: none of them is an alarm. */
const known: ReadonlySet<string> = new Set(
  `reports device code format time values seq boot ip port signal firmware hardware version battery cid ew sia true false null none nan inf
  infinity undefined telemetry heartbeat test online temperature humidity voltage current rssi snr level task state percent error id result ok
  message offset length downloading verifying installing succeeded timestamp date interval uptime model serial imei imsi iccid mac ssid csq rsrp
  rsrq sinr latitude longitude altitude lat lng lon alt temp hum humi batt bat volt`.split(/\s+/),
)

/** What can be told of a message that cannot be read. In linear time. Never throws. */
export const cluesIn = (bytes: Uint8Array): Clues => {
  const text = textOfBytes(bytes.subarray(0, maxPayloadBytes)).replaceAll(escapedCharacter, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  const formats = [...text.matchAll(formatPattern)].map(({ index, 1: format = '' }) => ({ index, format }))
  let behind = 0
  const named = [...text.matchAll(codePattern)].map(({ index, 1: code = '' }) => {
    while ((formats[behind]?.index ?? Infinity) < index) behind++
    return {
      format: nearest(formats.slice(Math.max(behind - 1, 0), behind + 1), index),
      code: code.slice(0, maxReportCodeLength),
    }
  })
  const loose = [...text.matchAll(contactIdCode)].map(({ 1: code = '' }) => ({ format: contactIdFormat, code }))
  const words = new Set<string>()
  for (const [word] of text.replaceAll(naming, ' ').matchAll(wordPattern))
    if (!known.has(word.toLowerCase())) words.add(word.toLowerCase())
  return { codes: [...named, ...loose], words: [...words], isBlank: /^[\s\0\uFEFF]*$/.test(text) }
}

const nearest = (formats: readonly { index: number; format: string }[], at: number): string | null => {
  let found: { distance: number; format: string } | undefined
  for (const { index, format } of formats) {
    const distance = Math.abs(index - at)
    if (distance < nearby && distance < (found?.distance ?? nearby)) found = { distance, format }
  }
  return found?.format ?? null
}
