import { id, instant, nullable, Type, type Static } from '../../../kernel/schema.ts'

/** A file generated from an alarm, as it was registered. */
export const alarmFileRow = Type.Object({
  id: id(),
  at: instant(),
  by: nullable(Type.String()),
  language: Type.Unsafe<'zh' | 'en'>({ type: 'string', enum: ['zh', 'en'] }),
  /** Check code, printed on every page. */
  checkCode: Type.String(),
  /** SHA-256 of the whole file, in hex. */
  sha256: Type.String(),
  size: Type.Integer(),
  fileId: Type.String(),
})
export type AlarmFileRow = Static<typeof alarmFileRow>

/**
 * `valid`: exactly the file that was registered. `changed`: it carries the check code of a registered file, but not its bytes.
 * `unknown`: no such file is registered, or the caller may not see its alarm.
 */
export const fileVerdicts = ['valid', 'changed', 'unknown'] as const
export const alarmFileVerdict = Type.Object({
  verdict: Type.Unsafe<(typeof fileVerdicts)[number]>({ type: 'string', enum: [...fileVerdicts] }),
  sha256: Type.String(),
  alarmId: nullable(id()),
  alarmCode: nullable(Type.String()),
  checkCode: nullable(Type.String()),
  at: nullable(instant()),
  by: nullable(Type.String()),
})
export type AlarmFileVerdict = Static<typeof alarmFileVerdict>
