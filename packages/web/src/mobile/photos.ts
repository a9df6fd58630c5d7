import { localPhoto } from './steps.ts'
import { newId, write } from './store.ts'

/** Longest side of a stored photo (pixels), and its maximum size: the server's limit with a margin (bytes). */
const longest = 1_600
const heaviest = 950_000

const asJpeg = (canvas: HTMLCanvasElement, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no image'))), 'image/jpeg', quality),
  )

const drawn = (image: ImageBitmap, side: number): HTMLCanvasElement => {
  const scale = Math.min(1, side / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** Scales a photo down for a bad connection. */
const smaller = async (file: Blob): Promise<Blob> => {
  const image = await createImageBitmap(file)
  try {
    for (let side = longest; ; side = Math.round(side * 0.75)) {
      const canvas = drawn(image, side)
      for (const quality of [0.8, 0.6]) {
        const blob = await asJpeg(canvas, quality)
        if (blob.size <= heaviest || side < 400) return blob
      }
    }
  } finally {
    image.close()
  }
}

/** Stores a photo on the phone and returns the name by which a step refers to it. @throws if the file is not an image */
export const keepPhoto = async (file: Blob): Promise<string> => {
  const id = newId()
  await write(`photo/${id}`, await smaller(file))
  return localPhoto(id)
}
