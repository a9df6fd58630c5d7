import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, noInput, text, Type } from '../../../kernel/schema.ts'
import { geocoded, mapArea, mapConfig } from './map.schema.ts'

export const mapEndpoints = about([], {
  config: endpoint({
    method: 'GET',
    path: 'web/map/config',
    access: 'session',
    kiosk: true,
    shows: ['settings'],
    input: noInput,
    output: mapConfig,
    summary: 'Which map to draw: the bundled one, or an online one with its script',
  }),
  areas: endpoint({
    method: 'GET',
    path: 'web/map/areas',
    access: 'session',
    kiosk: true,
    input: noInput,
    output: Type.Array(mapArea),
    summary: 'Provinces and cities with their middle, for the offline map',
  }),
  geocode: endpoint({
    method: 'GET',
    path: 'web/map/geocode',
    access: 'session',
    input: input({ address: text(200) }),
    output: geocoded,
    summary: 'Where an address is; `no_data` if nobody knows it, `error` if the map service does not answer',
    perMinute: 60,
  }),
})
