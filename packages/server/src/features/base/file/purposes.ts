import { DomainError, limits, type uploadPurposes } from '@emberwatch/contract'
import sharp from 'sharp'
import type { Config } from '../../../config.ts'
import type { Content } from './content.ts'

export type Purpose = (typeof uploadPurposes)[number]

interface Shape {
  /** The minimum number of pixels per side. `moreThan` requires one more. */
  readonly least?: number
  readonly moreThan?: number
}

/** The requirements for an upload by purpose (specification section 5). */
export interface PurposeRule {
  readonly accepts: readonly Content[]
  readonly limit: (config: Config) => number
  /** Square images only. */
  readonly square?: Shape
  /** Its edge is white or transparent. */
  readonly whiteBackground?: true
  /** Bytes that only a device understands. Everything known to be something else is refused. */
  readonly opaque?: true
  /** Not for customers and ordinary users. */
  readonly staffOnly?: true
}

const images = ['png', 'jpg', 'gif'] as const
const image: PurposeRule = { accepts: images, limit: () => limits.imageBytes }
/** The specification recommends sizes (section 5). Others are accepted, with a hint, and scaled when shown (readings.md). */
const branding: PurposeRule = { ...image, staffOnly: true }

const attachment: PurposeRule = {
  accepts: [...images, 'heif', 'pdf', 'docx', 'xlsx', 'zip', 'mp4', 'webm', 'mp3', 'text'],
  limit: (config) => config.attachmentLimit,
}

export const purposeRules: Readonly<Record<Purpose, PurposeRule>> = {
  avatar: { ...image, square: { least: limits.avatarMinCrop } },
  logo: branding,
  loginLogo: branding,
  collapsedLogo: branding,
  loginBackground: branding,
  deviceImage: { ...image, square: { moreThan: limits.deviceImageMinSide }, whiteBackground: true, staffOnly: true },
  photo: image,
  video: { accepts: ['mp4', 'webm'], limit: () => limits.videoBytes },
  floorPlan: { accepts: ['png', 'jpg'], limit: () => limits.floorPlanBytes, staffOnly: true },
  attachment,
  messageAttachment: { ...attachment, staffOnly: true },
  apk: { accepts: ['apk'], limit: (config) => config.apkLimit, staffOnly: true },
  firmware: { accepts: ['binary'], opaque: true, limit: (config) => config.firmwareLimit, staffOnly: true },
  // For unreadable files the import's own message is clearer than a list of types.
  import: { accepts: ['xlsx', 'text', 'binary'], limit: (config) => config.attachmentLimit, staffOnly: true },
}

const shapeText = ({ least, moreThan }: Shape): string =>
  least === undefined ? `1:1, > ${moreThan}×${moreThan}` : `1:1, ≥ ${least}×${least}`

/**
 * Checks the size of an image, decodes it completely so that a fake or truncated one is rejected, and checks its shape. @throws
 * DomainError fileType, imageShape
 */
export const checkImage = async (path: string, rule: PurposeRule): Promise<void> => {
  const { accepts, square } = rule
  const limitInputPixels = limits.imageMegapixels * 1e6
  const broken = (): never => {
    throw wrongType(accepts)
  }
  // Reads only the header, whatever size it claims.
  const size = await sharp(path, { limitInputPixels: false, failOn: 'error' }).metadata().catch(broken)
  if (size.width * size.height > limitInputPixels)
    throw new DomainError('imageShape', { need: `≤ ${limits.imageMegapixels} MP` }, 'file')
  await sharp(path, { limitInputPixels, failOn: 'error' }).raw().toBuffer().catch(broken)
  if (!square) return
  const least = square.least ?? (square.moreThan ?? 0) + 1
  if (size.width !== size.height || size.width < least) throw new DomainError('imageShape', { need: shapeText(square) }, 'file')
  if (rule.whiteBackground && !(await hasWhiteEdge(path, limitInputPixels)))
    throw new DomainError('imageShape', { need: `${shapeText(square)}, #FFFFFF` }, 'file')
}

/** White in a photo is not quite 255, and a shadow may touch the edge. */
const whiteFrom = 235
const whiteShare = 0.9

/** Whether most of an image's outermost pixels are white. */
const hasWhiteEdge = async (path: string, limitInputPixels: number): Promise<boolean> => {
  const image = sharp(path, { limitInputPixels }).flatten({ background: '#ffffff' }).toColourspace('srgb').removeAlpha()
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const isWhite = (x: number, y: number): boolean => {
    const at = (y * width + x) * channels
    return data.subarray(at, at + Math.min(channels, 3)).every((value) => value >= whiteFrom)
  }
  let edge = 0
  let white = 0
  for (let at = 0; at < width; at++)
    for (const [x, y] of [
      [at, 0],
      [at, height - 1],
      [0, at],
      [width - 1, at],
    ] as const) {
      edge++
      if (isWhite(x, y)) white++
    }
  return white >= edge * whiteShare
}

export const wrongType = (accepts: readonly Content[]): DomainError => {
  // Where any bytes are accepted, to be checked later, the error names the other types.
  const named = accepts.filter((content) => content !== 'binary' || !accepts.includes('text'))
  const types = named.flatMap((content) => (content === 'binary' ? ['bin'] : content === 'text' ? ['txt', 'csv'] : [content]))
  return new DomainError('fileType', { types }, 'file')
}
