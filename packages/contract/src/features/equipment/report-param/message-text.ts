/** The variables that a message may contain, each in braces: `{project}`. */
export const messageVariables = ['project', 'address', 'place', 'device', 'type', 'code', 'time'] as const
export type MessageVariable = (typeof messageVariables)[number]

const named = new RegExp(`\\{(${messageVariables.join('|')})\\}`, 'g')

/** Whether a text only uses these variables, with every brace closed. */
export const hasOnlyVariables = (text: string): boolean => !/[{}]/.test(text.replaceAll(named, ''))

/** Fills in the variables of a text. */
export const fillMessage = (text: string, values: Readonly<Record<MessageVariable, string>>): string =>
  text.replaceAll(named, (_all, name: MessageVariable) => values[name])
