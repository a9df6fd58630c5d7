import { endpoint } from '../../kernel/endpoint.ts'
import { input, optional, options, text } from '../../kernel/schema.ts'

/** The lookup for search fields and forms. The project pages add the rest. */
export const projectEndpoints = {
  select: endpoint({
    method: 'GET',
    path: 'web/project/select',
    access: 'session',
    input: input({ keyword: optional(text(60)) }),
    output: options,
    summary: 'Projects in scope for a drop-down',
  }),
} as const
