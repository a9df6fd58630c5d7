/**
 * The texts of a language with a singular form: next to a text with `{{count}}` there is `…_one`, which i18next uses for one. The
 * text itself is for every other count. Chinese has no such forms, and its packs define which texts exist.
 */
export type WithOnes<Texts> = {
  [Key in keyof Texts]: Texts[Key] extends string ? string : WithOnes<Texts[Key]>
} & { [Key in keyof Texts as Texts[Key] extends string ? `${Key & string}_one` : never]?: string }
