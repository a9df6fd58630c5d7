import { DomainError, limits, type uploadPurposes } from '@emberwatch/contract'
import sharp from 'sharp'
import type { Config } from '../../config.ts'
import type { Content } from './content.ts'

export type Purpose = (typeof uploadPurposes)[number]

interface Shape {
  /** At least this many pixels on each side; `moreThan` asks for one more. */
  readonly least?: number
  readonly moreThan?: number
}

/** What an upload for a purpose must be (specification section 5). */
export interface PurposeRule {
  readonly accepts: readonly Content[]
  readonly limit: (config: Config) => number
  /** Square images only. */
  readonly square?: Shape
  /** About as wide for its height as this, in pixels. */
  readonly like?: { readonly width: number; readonly height: number }
  /** Not for customers and ordinary users. */
  readonly staffOnly?: true
}

const images = ['png', 'jpg', 'gif'] as const
const image: PurposeRule = { accepts: images, limit: () => limits.imageBytes }
/** The specification advises sizes, so any size will do; but a portrait for a banner, or a banner for a square, is a mistake. */
const branding = (like: NonNullable<PurposeRule['like']>): PurposeRule => ({ ...image, like, staffOnly: true })

export const purposeRules: Readonly<Record<Purpose, PurposeRule>> = {
  avatar: { ...image, square: { least: limits.avatarMinCrop } },
  logo: branding(limits.logo),
  loginLogo: branding(limits.loginLogo),
  collapsedLogo: branding(limits.collapsedLogo),
  loginBackground: branding(limits.loginBackground),
  deviceImage: { ...image, square: { moreThan: limits.deviceImageMinSide }, staffOnly: true },
  photo: image,
  attachment: {
    accepts: [...images, 'pdf', 'docx', 'xlsx', 'zip', 'mp4', 'mp3', 'text'],
    limit: (config) => config.attachmentLimit,
  },
  apk: { accepts: ['apk'], limit: (config) => config.apkLimit, staffOnly: true },
  firmware: { accepts: ['binary', 'zip'], limit: (config) => config.firmwareLimit, staffOnly: true },
  // Texts in GB18030 count as binary; what cannot be read, the import says more clearly than a list of types does.
  import: { accepts: ['xlsx', 'text', 'binary'], limit: (config) => config.attachmentLimit, staffOnly: true },
}

/** More pixels than any picture of ours needs: a file of some kilobytes can unfold to gigabytes. */
const mostPixels = 40_000_000

const shapeText = ({ least, moreThan }: Shape): string =>
  least === undefined ? `1:1, > ${moreThan}×${moreThan}` : `1:1, ≥ ${least}×${least}`

/** Decodes an image to its end, so that a fake or half of one is refused, and checks its shape. @throws DomainError fileType, imageShape */
export const checkImage = async (path: string, { accepts, square, like }: PurposeRule): Promise<void> => {
  const pipeline = sharp(path, { limitInputPixels: mostPixels, failOn: 'error' })
  const size = await pipeline
    .metadata()
    .then(async ({ width, height }) => {
      await pipeline.raw().toBuffer()
      return { width, height }
    })
    .catch(() => {
      throw wrongType(accepts)
    })
  if (like && !resembles(size, like)) throw new DomainError('imageShape', { need: `≈ ${like.width}×${like.height}` }, 'file')
  if (!square) return
  const least = square.least ?? (square.moreThan ?? 0) + 1
  if (size.width !== size.height || size.width < least) throw new DomainError('imageShape', { need: shapeText(square) }, 'file')
}

/** Neither more than twice as wide for its height as advised, nor less than half. */
const resembles = (size: { width: number; height: number }, like: { width: number; height: number }): boolean => {
  const factor = size.width / size.height / (like.width / like.height)
  return factor >= 0.5 && factor <= 2
}

export const wrongType = (accepts: readonly Content[]): DomainError => {
  // Where any bytes are taken to be judged later, the other types are what is meant.
  const named = accepts.filter((content) => content !== 'binary' || !accepts.includes('text'))
  const types = named.map((content) => (content === 'binary' ? 'bin' : content === 'text' ? 'txt, csv' : content))
  return new DomainError('fileType', { types: types.join(', ') }, 'file')
}
