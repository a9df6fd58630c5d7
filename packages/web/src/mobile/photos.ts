import { shrinkPhoto } from '../kit/shrink-photo.ts'
import { localPhoto } from './steps.ts'
import { newId, write } from './store.ts'

/** Maximum size of a stored photo: the server's limit with a margin (bytes). */
const heaviest = 950_000

/** Stores a photo on the phone, scaled down for a bad connection, and returns the name by which a step refers to it. @throws if the file is not an image */
export const keepPhoto = async (file: Blob): Promise<string> => {
  const small = await shrinkPhoto(file, heaviest)
  if (!small) throw new Error('no image')
  const id = newId()
  await write(`photo/${id}`, small)
  return localPhoto(id)
}
