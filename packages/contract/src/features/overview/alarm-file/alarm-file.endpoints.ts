import { id, instant, nullable, Type, type Static, input, noInput, ref } from '../../../kernel/schema.ts'
import { about, endpoint } from '../../../kernel/endpoint.ts'

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

export const alarmFileEndpoints = about('alarm', {
  list: endpoint({
    method: 'GET',
    path: 'web/alarmRecord/files',
    // A file contains everything that its creator may see, including the call list and the floor plan.
    access: 'alarm:file',
    input: input({ id: ref('alarm') }),
    output: Type.Array(alarmFileRow),
    summary: 'The files that were made of an alarm, newest first',
  }),
  make: endpoint({
    method: 'POST',
    path: 'web/alarmRecord/file/make',
    access: 'alarm:file',
    input: input({ id: ref('alarm') }),
    output: alarmFileRow,
    summary: 'Make a PDF of everything about an alarm, in the caller’s language, and register its hash',
    perMinute: 20,
    takesLong: true,
  }),
  verify: endpoint({
    method: 'POST',
    path: 'web/alarmRecord/file/verify',
    access: 'alarm:view',
    body: 'multipart',
    changes: [],
    input: noInput,
    output: alarmFileVerdict,
    summary: 'Whether an uploaded file is one that was registered, byte by byte; it is not kept',
    errors: ['fileTooLarge'],
    perMinute: 10,
  }),
})
