import { encodingOfText } from '../../../platform/text-encoding.ts'
import { zipEntries } from './zip.ts'

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
