import type { texts as zh } from './map.zh.ts'

export const texts: typeof zh = {
  enums: {
    mapProvider: { offline: 'Offline map', amap: 'AMap' },
    geocodeResult: { found: 'Address found', no_data: 'Unable to find the address', error: 'Map service error' },
  },
}
