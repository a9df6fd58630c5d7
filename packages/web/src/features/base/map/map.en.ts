import type { texts as zh } from './map.zh.ts'

export const texts: typeof zh = {
  mapLabel: '{{label}}: map. Use the arrow keys to move it, plus and minus to zoom.',
  pickLabel: '{{label}}: map. Use the arrow keys to move it, plus and minus to zoom, and Enter to choose the middle.',
  several: '{{first}} and others, {{count}} places',
  closer: 'Zoom in',
  farther: 'Zoom out',
  fit: 'Show all places',
  sketch: 'Offline sketch; borders are for orientation only',
  serviceError: 'Map service error. The offline map is shown instead.',
  noPosition: 'No latitude and longitude information',
  list: 'Show as a list ({{count}})',
  search: 'Find',
  searchHint: 'An address or the name of an area',
  searchLabel: 'Find a place by its address',
  useAddress: 'Find the address above',
  approximate: 'Only the area was found. Choose the exact place on the map.',
  clear: 'Clear the position',
  systemHint:
    'Click on the map, or enter the numbers. The coordinate system says where they come from: GPS uses WGS-84, AMap GCJ-02, Baidu BD-09.',
}
