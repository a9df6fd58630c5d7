import { open } from 'node:fs/promises'
import { partName } from '../../../platform/sheets/zip.ts'
import { encodingOfText } from '../../../platform/text-encoding.ts'

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endBytes = 22
const maxCommentLength = 65_535
/** No accepted file has a larger directory. */
const maxDirectoryBytes = 8 * 1_048_576

/** The names in a ZIP file's directory, as `partName` compares them, without unpacking anything. Null if it is not a ZIP file. */
const zipEntries = async (path: string): Promise<ReadonlySet<string> | null> => {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const part = async (start: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
      return buffer.subarray(0, bytesRead)
    }
    const tailLength = Math.min(size, endBytes + maxCommentLength)
    const tail = await part(size - tailLength, tailLength)
    let end = tail.length - endBytes
    while (end >= 0 && tail.readUInt32LE(end) !== endSignature) end--
    if (end < 0) return null
    const length = tail.readUInt32LE(end + 12)
    const start = tail.readUInt32LE(end + 16)
    if (length > maxDirectoryBytes || start + length > size) return null
    const directory = await part(start, length)
    const names = new Set<string>()
    for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === entrySignature;) {
      const nameLength = directory.readUInt16LE(at + 28)
      names.add(partName(directory.toString('utf8', at + 46, at + 46 + nameLength)))
      at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
    }
    return names
  } finally {
    await file.close()
  }
}

/** The content types that we accept, with the type they are served as. Never HTML or SVG: they can run scripts. */
const mimes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  heif: 'image/heif',
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  apk: 'application/vnd.android.package-archive',
  zip: 'application/zip',
  text: 'text/plain; charset=utf-8',
  binary: 'application/octet-stream',
} as const

export type Content = keyof typeof mimes

export const mimeOf = (content: Content): string => mimes[content]

/** The type of a stored file: of a text with the encoding that it is in, so that browsers show it rightly. */
export const mimeOfFile = async (path: string, content: Content): Promise<string> =>
  content === 'text' ? `text/plain; charset=${(await encodingOfText(path)) ?? 'utf-8'}` : mimeOf(content)

/** Images are shown in the page. Anything else is only offered as a download. */
export const isInlineImage = (mime: string): boolean => mime === mimes.png || mime === mimes.jpg || mime === mimes.gif

const startsWith = (head: Buffer, text: string, at = 0): boolean => head.toString('latin1', at, at + text.length) === text

/** Images in an MP4-like container, recognised by the file's first brand. */
const isStill = (head: Buffer): boolean => /^(?:hei|hev|mif1|msf1|avi)/.test(head.toString('latin1', 8, 12))

/** The content type of a file, from its bytes alone. Its name is ignored. */
export const contentOf = async (path: string, head: Buffer): Promise<Content> => {
  if (startsWith(head, '\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith(head, '\xff\xd8\xff')) return 'jpg'
  if (startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a')) return 'gif'
  if (startsWith(head, '%PDF-')) return 'pdf'
  if (startsWith(head, 'ftyp', 4)) return isStill(head) ? 'heif' : 'mp4'
  if (startsWith(head, '\x1a\x45\xdf\xa3') && head.includes('webm')) return 'webm'
  if (startsWith(head, 'ID3') || startsWith(head, '\xff\xfb')) return 'mp3'
  if (startsWith(head, 'PK\x03\x04')) return contentOfZip(await zipEntries(path))
  return (await encodingOfText(path)) === undefined ? 'binary' : 'text'
}

const contentOfZip = (names: ReadonlySet<string> | null): Content => {
  if (names === null) return 'binary'
  const has = (name: RegExp): boolean => names.values().some((each) => name.test(each))
  if (has(/^androidmanifest\.xml$/)) return 'apk'
  // Which part is the document is said inside. Programs choose other names than workbook.xml, and other folders than xl/.
  if (has(/^xl\/[^/]+\.xml$/) || has(/(?:^|\/)workbook\d*\.xml$/)) return 'xlsx'
  if (has(/^word\/[^/]+\.xml$/)) return 'docx'
  return 'zip'
}

/** How many bytes identify a file's format. */
export const headBytes = 512

/** The first bytes of well-known formats, or the bytes at an offset. */
const marks: readonly (readonly [bytes: string, at?: number])[] = [
  // Archives and compressed files, which may unpack to any size. None is ever unpacked.
  ['PK'],
  ['\x1f\x8b'],
  ['BZh'],
  ['\xfd7zXZ\0'],
  ['7z\xbc\xaf\x27\x1c'],
  ['Rar!\x1a\x07'],
  ['\x28\xb5\x2f\xfd'],
  ['ustar', 257],
  ['MSCF'],
  ['xar!'],
  // Programs and packages for computers and phones.
  ['MZ'],
  ['#!'],
  ['\xca\xfe\xba\xbe'],
  ['!<arch>'],
  ['\xed\xab\xee\xdb'],
  // Documents, images, audio and video.
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['{\\rtf'],
  ['RIFF'],
  ['OggS'],
  ['fLaC'],
  ['II*\0'],
  ['MM\0*'],
  ['wOFF'],
  ['SQLite format 3\0'],
  ['\xef\xbb\xbf'],
]

/** Markup, whatever encoding the rest is in. */
const markup = /^\s*<(?:!doctype|html|head|body|script|svg|\?xml)\b/i
/** Text in UTF-16 that starts with ASCII characters. */
// oxlint-disable-next-line no-control-regex -- the zeros are what this looks for
const utf16 = /^(?:\xff\xfe[\t-~]\0[\t-~]\0|\xfe\xff\0[\t-~]\0[\t-~])/

/** Whether a file's first bytes show a format that no device runs as firmware. */
export const isKnownFormat = (head: Buffer): boolean => {
  const text = head.toString('latin1')
  return markup.test(text) || utf16.test(text) || marks.some(([bytes, at = 0]) => text.startsWith(bytes, at))
}
