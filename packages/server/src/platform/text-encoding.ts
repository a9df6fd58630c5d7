import { createReadStream } from 'node:fs'

/** The encodings of plain texts that people send: today's, that of older Chinese programs, and those of Windows' “Unicode”. */
export type TextEncoding = 'utf-8' | 'gb18030' | 'utf-16le' | 'utf-16be'

/** The content of a text file, piece by piece, without its byte order mark. @throws TypeError if it is not in that encoding */
export async function* decodedFile(path: string, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
const controls = /[\x00-\x08\x0e-\x1f]/

const canRead = async (path: string, encoding: TextEncoding): Promise<boolean> => {
  try {
    for await (const _ of decodedFile(path, encoding));
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/**
 * Nearly any bytes can be read as GB18030. Real Chinese text is almost entirely in its oldest part, GB 2312, while texts in European code
 * pages, read as GB18030, hardly ever are.
 */
const looksChinese = async (path: string): Promise<boolean> => {
  let common = 0
  let rare = 0
  let lead = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (const byte of chunk) {
      if (lead !== 0) {
        if (lead >= 0xa1 && lead <= 0xf7 && byte >= 0xa1) common++
        else rare++
        lead = 0
      } else if (byte >= 0x80) lead = byte
    }
  }
  return rare * 4 <= common
}

/** UTF-16 is recognised by its byte order mark alone. */
const markedEncoding = (start: Buffer): TextEncoding | undefined => {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : undefined
}

/** The encoding of a plain text; undefined if the file is none that we can read. */
export const encodingOfText = async (path: string): Promise<TextEncoding | undefined> => {
  for await (const start of createReadStream(path, { end: 65_535 }) as AsyncIterable<Buffer>) {
    const marked = markedEncoding(start)
    // A cut in the middle of a character does not matter here.
    if (controls.test(new TextDecoder(marked ?? 'latin1').decode(start))) return undefined
    if (marked) return (await canRead(path, marked)) ? marked : undefined
    break
  }
  if (await canRead(path, 'utf-8')) return 'utf-8'
  return (await canRead(path, 'gb18030')) && (await looksChinese(path)) ? 'gb18030' : undefined
}
