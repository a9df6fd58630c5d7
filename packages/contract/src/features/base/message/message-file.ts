import { Type, type Static } from '../../../kernel/schema.ts'

/** The most files that one message carries. */
export const messageFilesMax = 5

/** A file that a message carries. `size` in bytes. */
export const messageFile = Type.Object({ id: Type.String(), name: Type.String(), size: Type.Integer() })
export type MessageFile = Static<typeof messageFile>
