import { Type, type TObject, type TProperties } from 'typebox'
import { id, nullable } from '../../../kernel/schema.ts'

export const exportFormats = ['xlsx', 'csv'] as const

/** The purpose of an upload. It decides which content, size and shape are accepted. */
export const uploadPurposes = [
  'avatar',
  'logo',
  'loginLogo',
  'collapsedLogo',
  'loginBackground',
  'deviceImage',
  'floorPlan',
  'photo',
  'video',
  'attachment',
  'messageAttachment',
  'apk',
  'firmware',
  'import',
] as const

/** Input of an `export` endpoint: the list's input, of which the filters apply, and the format. Rows are in order of creation. */
export const exportInput = <P extends TProperties>(page: TObject<P>) =>
  Type.Object(
    {
      ...page.properties,
      format: Type.Optional(Type.Unsafe<(typeof exportFormats)[number]>({ type: 'string', enum: [...exportFormats] })),
    },
    { additionalProperties: false },
  )

/** An export is a job. Its progress is read with `file/export/progress`. */
export const exportStarted = Type.Object({ exportId: id() })

const taskStates = ['waiting', 'running', 'done', 'failed'] as const
/** The progress of an export or import. */
export const taskState = Type.Unsafe<(typeof taskStates)[number]>({ type: 'string', enum: [...taskStates] })

export const exportProgress = Type.Object({
  state: taskState,
  done: Type.Integer(),
  total: Type.Integer(),
  fileId: nullable(Type.String()),
  fileName: nullable(Type.String()),
})
