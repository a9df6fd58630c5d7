import { open } from 'node:fs/promises'
import { partName } from '../../../platform/sheets/zip.ts'

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endBytes = 22
const maxCommentLength = 65_535
/** No accepted file has a larger directory. */
const maxDirectoryBytes = 8 * 1_048_576

/** The names in a ZIP file's directory, as `partName` compares them, without unpacking anything. Null if it is not a ZIP file. */
export const zipEntries = async (path: string): Promise<ReadonlySet<string> | null> => {
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
