import type { endpoints, InputOf } from '@emberwatch/contract'

type Fields = Omit<InputOf<typeof endpoints.apiConfig.create>, 'path'>

/** The columns that an input sets. What it leaves out is reset to the default. */
export const columnsOf = (input: Fields) => ({
  name: input.name,
  per_minute: input.perMinute ?? null,
  logged: input.logged,
  masked_fields: input.maskedFields ?? [],
  enabled: input.enabled,
})
