import { limits } from '@emberwatch/contract'

/** Longest side in pixels: more would not show anything else of a detector or a room. */
const longestSide = 1_600
const qualities = [0.85, 0.7, 0.5]

const toJpeg = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

/**
 * A photo within the size that can be stored (specification section 5: 1 MB): unchanged, or else scaled down as JPEG. Phones
 * produce five times as much. Undefined if the browser cannot read it as an image.
 */
export const shrinkPhoto = async (file: File): Promise<File | undefined> => {
  const image = await createImageBitmap(file).catch(() => undefined)
  if (!image) return undefined
  const { width, height } = image
  try {
    const fits = file.size <= limits.imageBytes && width * height <= limits.imageMegapixels * 1e6
    if (fits && /^image\/(png|jpeg|gif)$/.test(file.type)) return file
    const scale = Math.min(1, longestSide / Math.max(width, height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    const context = canvas.getContext('2d')
    if (!context) return undefined
    // JPEG has no transparency; without this it would become black.
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    for (const quality of qualities) {
      const blob = await toJpeg(canvas, quality)
      if (blob && blob.size <= limits.imageBytes)
        return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' })
    }
    return undefined
  } finally {
    image.close()
  }
}
