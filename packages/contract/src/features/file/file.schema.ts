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

/** Input of an `export` endpoint: that of the list, of which the filters count, and the format. The rows come in the order of creation. */
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

const taskStates = ['waiting', 'running', 'done', 'failed'] as const
/** How far an export or an import is. */
export const taskState = Type.Unsafe<(typeof taskStates)[number]>({ type: 'string', enum: [...taskStates] })

export const exportProgress = Type.Object({
  state: taskState,
  done: Type.Integer(),
  total: Type.Integer(),
  fileId: nullable(Type.String()),
  fileName: nullable(Type.String()),
})
