import { Type, type TObject, type TProperties } from 'typebox'
import { id, nullable } from '../../kernel/schema.ts'

export const exportFormats = ['xlsx', 'csv'] as const

/** What an upload is for; decides the accepted content, the size and the shape. */
export const uploadPurposes = [
  'avatar',
  'logo',
  'loginLogo',
  'collapsedLogo',
  'loginBackground',
  'deviceImage',
  'photo',
  'attachment',
  'apk',
  'firmware',
  'import',
] as const

/** Input of an `export` endpoint: the filters and sorting of the list, the format, and the shown columns. */
export const exportInput = <P extends TProperties>(page: TObject<P>) =>
  Type.Object(
    {
      ...page.properties,
      format: Type.Optional(Type.Unsafe<(typeof exportFormats)[number]>({ type: 'string', enum: [...exportFormats] })),
    },
    { additionalProperties: false },
  )

/** An export is a job; its progress is read by `file/export/progress`. */
export const exportStarted = Type.Object({ exportId: id() })

export const exportProgress = Type.Object({
  state: Type.Unsafe<'waiting' | 'running' | 'done' | 'failed'>({
    type: 'string',
    enum: ['waiting', 'running', 'done', 'failed'],
  }),
  done: Type.Integer(),
  total: Type.Integer(),
  fileId: nullable(Type.String()),
  fileName: nullable(Type.String()),
})
