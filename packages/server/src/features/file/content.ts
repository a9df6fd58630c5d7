import { open } from 'node:fs/promises'
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
  return (await isText(path)) ? 'text' : 'binary'
}

const contentOfZip = (names: ReadonlySet<string> | null): Content => {
  if (names === null) return 'binary'
  if (names.has('AndroidManifest.xml')) return 'apk'
  if (names.has('xl/workbook.xml')) return 'xlsx'
  if (names.has('word/document.xml')) return 'docx'
  return 'zip'
}

/** UTF-8 without control characters, judging by the first 64 KB. */
const isText = async (path: string): Promise<boolean> => {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0)
    // The cut may be inside a character, which `stream` allows.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead), { stream: true })
    // oxlint-disable-next-line no-control-regex -- control characters are what this looks for
    return !/[\x00-\x08\x0e-\x1f]/.test(text)
  } catch {
    return false
  } finally {
    await file.close()
  }
}
