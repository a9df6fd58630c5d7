import { nullable, oneOf, Type, type Static, input, noInput, text } from '../../../kernel/schema.ts'
import { about, endpoint } from '../../../kernel/endpoint.ts'

const degrees = { latitude: Type.Number(), longitude: Type.Number(), coordinateSystem: oneOf('coordinateSystem') }

/** The map that the console draws. */
export const mapConfig = Type.Object({
  provider: oneOf('mapProvider'),
  /** For an online map: the script that draws it, including the key. */
  scriptUrl: nullable(Type.String()),
  /** The security code that AMap needs besides the key. */
  securityCode: nullable(Type.String()),
})
export type MapConfig = Static<typeof mapConfig>

/** An area of China with its centre, as named by the offline map. */
export const mapArea = Type.Object({ code: Type.String(), name: Type.String(), level: Type.Integer(), ...degrees })
export type MapArea = Static<typeof mapArea>

const foundPlace = Type.Object({
  label: Type.String(),
  ...degrees,
  /** Only the area was found, not the address in it: a person has to move the pin. */
  approximate: Type.Boolean(),
})
export type FoundPlace = Static<typeof foundPlace>

export const geocoded = Type.Object({ result: oneOf('geocodeResult'), places: Type.Array(foundPlace) })

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
