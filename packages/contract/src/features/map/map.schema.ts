import { nullable, oneOf, Type, type Static } from '../../kernel/schema.ts'

const degrees = { latitude: Type.Number(), longitude: Type.Number(), coordinateSystem: oneOf('coordinateSystem') }

/** Which map the console draws. */
export const mapConfig = Type.Object({
  provider: oneOf('mapProvider'),
  /** Of an online map: the script that draws it, with the key. */
  scriptUrl: nullable(Type.String()),
  /** What AMap wants to know besides the key. */
  securityCode: nullable(Type.String()),
})
export type MapConfig = Static<typeof mapConfig>

/** An area of China with the middle of it, as the offline map names it. */
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
