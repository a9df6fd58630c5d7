import type { EnumName, EnumValue } from '../enums.ts'

/** Texts of every value of every enumeration. */
export type EnumTexts = { [N in EnumName]: Record<EnumValue<N>, string> }

/** What one feature adds to the texts of a language: `features/<district>/<feature>/<feature>.<language>.ts`. */
export interface FeatureTexts {
  /** Names of its pages, by their code in the menu. */
  readonly menus?: Readonly<Record<string, string>>
  /** Labels of operations without a usual label. */
  readonly operations?: Readonly<Record<string, string>>
  /** Names of its subjects in the audit log. */
  readonly subjects?: Readonly<Record<string, string>>
  /** Names of fields that no other feature has named. */
  readonly fields?: Readonly<Record<string, string>>
  readonly enums?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Texts of its errors (errors/<district>.ts). */
  readonly errors?: Readonly<Record<string, string>>
  /** Why it refuses a call or disables an action; preconditions of state graphs by their name. */
  readonly reasons?: Readonly<Record<string, string>>
}

type Kind = keyof FeatureTexts
type Names<F, K extends Kind> = F extends { readonly [P in K]: infer T } ? keyof T & string : never
type TextOf<F, K extends Kind, N> = F extends { readonly [P in K]: infer T } ? (N extends keyof T ? T[N] : never) : never

/** One kind of texts of all features. That no two features define the same name is tested (contract.test.ts). */
export const joined = <F extends FeatureTexts, K extends Kind>(
  features: readonly F[],
  kind: K,
): { [N in Names<F, K>]: TextOf<F, K, N> } =>
  Object.assign({}, ...features.map((texts) => texts[kind])) as { [N in Names<F, K>]: TextOf<F, K, N> }
