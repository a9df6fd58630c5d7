/** Reads the codes in a picture of the camera. */
export interface Reader {
  read(source: HTMLVideoElement): Promise<string | undefined>
}

/** Neither in every browser nor in the types. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
type DetectorClass = (new (options: { formats: string[] }) => Detector) & { getSupportedFormats?(): Promise<string[]> }
const formats = ['qr_code', 'code_128', 'data_matrix']

/** Browsers open no camera without https. */
export const canScan = (): boolean => (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia !== undefined

const ownReader = async (): Promise<Reader | undefined> => {
  const detectorClass = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  // Some browsers have the class, but nothing behind it.
  const supported = (await detectorClass?.getSupportedFormats?.().catch(() => [])) ?? formats
  const usable = formats.filter((format) => supported.includes(format))
  if (!detectorClass || !usable.includes('qr_code')) return undefined
  const detector = new detectorClass({ formats: usable })
  return { read: async (source) => (await detector.detect(source))[0]?.rawValue }
}

/** Wider pictures take longer and are no better for a label in front of the camera. */
const widest = 800

/** For browsers that do not read codes themselves: QR codes only. It is stored with the page, so that it works without a network. */
const libraryReader = async (): Promise<Reader> => {
  const { default: decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return {
    read: async (source) => {
      if (!context || source.videoWidth === 0) return undefined
      const scale = Math.min(1, widest / source.videoWidth)
      canvas.width = Math.round(source.videoWidth * scale)
      canvas.height = Math.round(source.videoHeight * scale)
      context.drawImage(source, 0, 0, canvas.width, canvas.height)
      return textIn(context.getImageData(0, 0, canvas.width, canvas.height), decodeQR)
    },
  }
}

/** A large photo is read at several sizes: a small code is lost in a small picture, and noise disturbs in a large one. */
const widths = [widest, 1_600, 400]

/** The code in a photo that was taken outside the page. Undefined if there is none. */
export const readPhoto = async (photo: Blob): Promise<string | undefined> => {
  const [{ default: decodeQR }, picture] = await Promise.all([import('qr/decode.js'), createImageBitmap(photo)])
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  for (const width of widths) {
    const scale = Math.min(1, width / picture.width)
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    context?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const text = context ? textIn(context.getImageData(0, 0, canvas.width, canvas.height), decodeQR) : undefined
    if (text !== undefined) return text
  }
  return undefined
}

/** The code in a picture. Undefined if there is none. */
export const textIn = (
  picture: { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray },
  decode: (picture: { width: number; height: number; data: Uint8ClampedArray }) => string,
): string | undefined => {
  try {
    return decode(picture)
  } catch {
    // The library throws if it sees no code.
    return undefined
  }
}

/** A label contains only the code, or an address that ends with it. Whatever else hangs there has some text, too. */
export const codeIn = (text: string): string => {
  const plain = text.trim()
  if (!/^https?:/i.test(plain)) return plain
  const last = plain.split(/[/?#=&]/).findLast((part) => part !== '') ?? plain
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

export const openReader = async (): Promise<Reader> => (await ownReader()) ?? libraryReader()
