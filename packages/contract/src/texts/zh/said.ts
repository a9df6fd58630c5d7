/** What is sent or spoken to people outside where a code has no text of its own, and an example to show it at. */
export const said = {
  standard: '【消防报警】{project} {place} {device} 于 {time} 发生“{type}”，请立即核实处理。',
  example: {
    project: '示例大厦',
    address: '示例路 1 号',
    place: '3 层东走廊',
    device: '感烟火灾探测器 3-12',
    type: '报警',
  },
}
