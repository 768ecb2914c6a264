import type { Disposition } from '@eot/contract/alerts'

/** Comment and disposition from someone who looked into an alert. */
export type Finding = readonly [comment: string | null, disposition: Disposition]

/** By alert type. Likely findings are listed more than once. */
const findings: Readonly<Record<string, readonly Finding[]>> = {
  Vape: [
    ['Two students, referred to the office.', 'Real'],
    ['One student, parents informed.', 'Real'],
    ['Nobody there any more; smell noticed.', 'Real'],
    [null, 'Real'],
    ['Deodorant spray after sports.', 'False'],
    ['Could not tell, room was empty.', 'Unknown'],
  ],
  Steam: [
    ['Hot water left running, nobody there.', 'False'],
    ['Steam from the showers.', 'False'],
    ['Steam, room aired.', 'False'],
    [null, 'False'],
    ['Could not tell, room was empty.', 'Unknown'],
  ],
  Aggression: [
    ['Argument between students, separated and talked to.', 'Real'],
    ['Loud quarrel, counselor informed.', 'Real'],
    ['Rehearsal of the drama club.', 'False'],
    ['Cheering at a birthday.', 'False'],
    [null, 'Unknown'],
  ],
  Sound: [
    ['Chairs and tables moved.', 'False'],
    ['Ball against the wall, class reminded.', 'Real'],
    ['Fire alarm test, announced.', 'False'],
    ['Shouting, had ended when we came.', 'Real'],
    [null, 'Unknown'],
  ],
  Noise: [
    ['Louder than it should be; class reminded.', 'Real'],
    ['Contractor drilling next door.', 'Real'],
    [null, 'Real'],
  ],
  Tamper: [
    ['Device covered with tape, removed.', 'Real'],
    ['Somebody tried to turn it off the ceiling; fastened again.', 'Real'],
    ['Cleaning staff bumped into it.', 'False'],
    [null, 'Unknown'],
  ],
  ECO2: [
    ['Windows opened, back to normal.', 'Real'],
    ['Double class in one room.', 'Real'],
    ['Ventilation was on low, setting corrected.', 'Real'],
    [null, 'Real'],
  ],
  TemperatureLow: [
    ['Heating valve stuck, technician called.', 'Real'],
    ['Window left open.', 'Real'],
    ['Air handler restarted.', 'Real'],
    [null, 'Real'],
  ],
  Temperature: [
    ['Blinds were up in full sun.', 'Real'],
    ['Cooling was off after the weekend.', 'Real'],
    [null, 'Real'],
  ],
  Humidity: [
    ['Showers; fan checked and running.', 'Real'],
    [null, 'Real'],
  ],
  HumidityLow: [
    ['Humidifier refilled.', 'Real'],
    [null, 'Real'],
  ],
  CO: [
    ['Engine left running at the door; aired, all out meanwhile.', 'Real'],
    ['Boiler checked by the technician, flue cleaned.', 'Real'],
    ['Evacuated and aired; source not found.', 'Unknown'],
  ],
  NO2: [
    ['Buses warming up; doors opened.', 'Real'],
    [null, 'Real'],
  ],
  Particulate: [
    ['Vapor, together with the vape alert.', 'Real'],
    ['Vapor, aired.', 'Real'],
    [null, 'Real'],
    ['Dust from sweeping.', 'Real'],
  ],
  Offline: [
    ['Network switch restarted.', 'Real'],
    ['Power cut in this wing.', 'Real'],
    ['Came back by itself.', 'Unknown'],
    [null, 'Real'],
  ],
}

const anything: readonly Finding[] = [
  ['Checked, nothing out of the ordinary.', 'Unknown'],
  [null, 'Real'],
]

export function findingsOf(typeKey: string): readonly Finding[] {
  return findings[typeKey] ?? anything
}
