import type { EnumName, EnumValue } from '../enums.ts'

/** Texts of every value of every enumeration. */
export type EnumTexts = { [N in EnumName]: Record<EnumValue<N>, string> }
