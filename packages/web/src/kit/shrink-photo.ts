/** Longest side in pixels: more would not show anything else of a detector or a room. */
const longest = 1_600
const shortest = 400
const qualities = [0.85, 0.7, 0.5]

const drawn = (image: ImageBitmap, side: number): HTMLCanvasElement | undefined => {
  const scale = Math.min(1, side / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return undefined
  // JPEG has no transparency; without this it would become black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

/**
 * A photo as an upright JPEG of at most 1600 pixels per side and `most` bytes, without the place where it was taken. Undefined if the browser
 * cannot read it as an image.
 * @param fits whether a photo of this many pixels stays as it is
 */
export const shrinkPhoto = async <Photo extends Blob>(
  photo: Photo,
  most: number,
  fits: (pixels: number) => boolean = () => false,
): Promise<Photo | File | undefined> => {
  const image = await createImageBitmap(photo, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!image) return undefined
  try {
    if (fits(image.width * image.height)) return photo
    for (let side = longest; ; side = Math.round(side * 0.75)) {
      const canvas = drawn(image, side)
      for (const quality of qualities) {
        const blob = await new Promise<Blob | null>((resolve) => {
          if (canvas) canvas.toBlob(resolve, 'image/jpeg', quality)
          else resolve(null)
        })
        if (!blob) return undefined
        const name = photo instanceof File ? photo.name.replace(/\.[^.]*$/, '') : 'photo'
        if (blob.size <= most || side < shortest) return new File([blob], `${name}.jpg`, { type: blob.type })
      }
    }
  } finally {
    image.close()
  }
}
