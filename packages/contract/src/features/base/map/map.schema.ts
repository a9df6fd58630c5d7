import { nullable, oneOf, Type, type Static } from '../../../kernel/schema.ts'

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
