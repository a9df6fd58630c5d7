/** Enumerations of the district system, part of `enums`. */
export const systemEnums = {
  handOverKind: ['project', 'company'],
  handOverState: ['waiting', 'running', 'settling', 'done', 'failed'],
} as const
