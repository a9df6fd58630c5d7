import type { Defaulted, Optional, Owned, Tracked } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

export interface ApiConfigTable extends Tracked {
  id: Defaulted<number>
  path: string
  name: string
  per_minute: Optional<number>
  logged: boolean
  masked_fields: string[]
  enabled: boolean
}

export interface OperatorPlatformTable extends Tracked, Owned {
  id: Defaulted<number>
  code: string
  name: string
  protocol: 'http' | 'mqtt' | 'coap'
  url: Optional<string>
  app_id: Optional<string>
  secret: Optional<Buffer>
  remark: Defaulted<string>
  enabled: boolean
}

export interface CallsTables {
  api_config: ApiConfigTable
  operator_platform: OperatorPlatformTable
}

export const callsFacts = {
  api_config: { owner: 'api-config', scope: 'everyone', published: 'path per_minute logged masked_fields enabled' },
  operator_platform: { owner: 'api-config', scope: { path: 'path', creator: 'created_by' } },
} as const satisfies FactsOf<CallsTables>
