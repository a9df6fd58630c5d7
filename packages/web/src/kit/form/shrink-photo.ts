const longestSide = 1_600
const quality = 0.85

/** Draws an image no larger than needed. Null where the browser cannot. */
const drawn = async (bitmap: ImageBitmap): Promise<Blob | null> => {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

/**
 * A phone's photo scaled down for storage: at most 1600 pixels per side, upright, without the location where it was taken. Small
 * images, and files that the browser cannot read, stay unchanged.
 */
export const shrinkPhoto = async (file: File, most: number): Promise<File> => {
  if (!file.type.startsWith('image/') || file.size <= most) return file
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (!bitmap) return file
  const small = await drawn(bitmap)
  bitmap.close()
  if (!small || small.size >= file.size) return file
  return new File([small], file.name.replace(/\.\w+$/, '.jpg'), { type: small.type })
}
