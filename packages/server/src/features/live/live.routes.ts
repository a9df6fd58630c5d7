import { endpoints } from '@emberwatch/contract'
import { bind } from '../../platform/http/binding.ts'
import type { LiveHub } from '../../platform/live-hub.ts'
import { streamEvents } from './stream.ts'

export const liveRoutes = (hub: LiveHub) => bind(endpoints.live, { stream: streamEvents(hub) })
