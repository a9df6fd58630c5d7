/** What the text of a message may name; each stands in braces: `{project}`. */
export const messageVariables = ['project', 'address', 'place', 'device', 'type', 'code', 'time'] as const
export type MessageVariable = (typeof messageVariables)[number]

const named = new RegExp(`\\{(${messageVariables.join('|')})\\}`, 'g')

/** Whether a text names only what there is, with each brace closed. */
export const hasOnlyVariables = (text: string): boolean => !/[{}]/.test(text.replaceAll(named, ''))

/** The text with what its variables stand for. */
export const fillMessage = (text: string, values: Readonly<Record<MessageVariable, string>>): string =>
  text.replaceAll(named, (_all, name: MessageVariable) => values[name])
