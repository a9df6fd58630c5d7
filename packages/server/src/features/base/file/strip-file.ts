import { DomainError, limits } from '@emberwatch/contract'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { FileStore, StoredFile } from '../../../platform/files.ts'
import type { Content } from './content.ts'
import { blankMetadata } from './film-metadata.ts'
import { withoutMetadata, type CleanPicture } from './picture-metadata.ts'

const cleanPicture = async (path: string, format: CleanPicture): Promise<{ bytes: Buffer; changed: boolean }> => {
  const bytes = await readFile(path)
  const { orientation } = await sharp(bytes).metadata()
  try {
    const clean = withoutMetadata(bytes, format, orientation)
    return { bytes: clean, changed: !clean.equals(bytes) }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    // A picture that can be decoded although it is built oddly. Encoding it again leaves everything else behind. Until here, only the first
    // of its frames was decoded: all of them together may be too much, or broken.
    const again = sharp(bytes, { animated: format === 'gif', limitInputPixels: limits.imageMegapixels * 1e6 })
    const encoded = again.autoOrient().toBuffer()
    return {
      bytes: await encoded.catch(() => {
        throw new DomainError('fileType', { types: [format] }, 'file')
      }),
      changed: true,
    }
  }
}

/**
 * Takes out of a stored picture or film what the camera has written about it: whoever may see a photo need not learn where somebody lives.
 * Returns the file that replaces it.
 */
export const stripFile = async (files: FileStore, stored: StoredFile, content: Content): Promise<StoredFile> => {
  const path = files.pathOf(stored.id)
  if (content === 'mp4' || content === 'heif') {
    if (!(await blankMetadata(path, content))) return stored
    return { ...stored, sha256: (await files.hashOf(stored.id)) ?? stored.sha256 }
  }
  if (content !== 'jpg' && content !== 'png' && content !== 'gif') return stored
  const { bytes, changed } = await cleanPicture(path, content)
  if (!changed) return stored
  const clean = await files.save(Readable.from([bytes]), Infinity)
  await files.remove(stored.id)
  return clean
}
