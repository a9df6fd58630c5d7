/**
 * The texts of a language that has a form for one: beside a text with `{{count}}` stands `…_one`, which i18next takes for one. The
 * text itself holds for every other count. Chinese has no such forms, and its packs say which texts there are.
 */
export type WithOnes<Texts> = {
  [Key in keyof Texts]: Texts[Key] extends string ? string : WithOnes<Texts[Key]>
} & { [Key in keyof Texts as Texts[Key] extends string ? `${Key & string}_one` : never]?: string }
