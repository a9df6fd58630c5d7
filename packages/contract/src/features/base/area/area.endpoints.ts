import { about, endpoint } from '../../../kernel/endpoint.ts'
import { enums } from '../../../enums.ts'
import { input, noInput, text, Type } from '../../../kernel/schema.ts'

const area = Type.Object({ code: Type.String(), name: Type.String(), leaf: Type.Boolean() })

export const areaEndpoints = about([], {
  countries: endpoint({
    method: 'GET',
    path: 'area/getCountry',
    access: 'session',
    input: noInput,
    output: Type.Array(area),
    summary: 'Countries',
  }),
  children: endpoint({
    method: 'GET',
    path: 'area/getArea',
    access: 'session',
    input: input({ code: text(12) }),
    output: Type.Array(area),
    summary: 'Children of a country, province or city',
  }),
})

const values = Type.Array(Type.Object({ value: Type.String(), label: Type.String() }))

/** `web/commons/enums/<name>` for every enumeration. */
export const enumEndpoints = Object.fromEntries(
  Object.keys(enums).map((name) => [
    name,
    endpoint({
      method: 'GET',
      path: `web/commons/enums/${name}`,
      access: 'session',
      shows: [],
      input: noInput,
      output: values,
      summary: `Values of ${name}`,
    }),
  ]),
)
