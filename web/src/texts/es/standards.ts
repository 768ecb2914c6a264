/**
 * Names of standards and of the sources of their limits. The keys are the English texts that the server sends. Acronyms are not
 * translated, except WHO, which is OMS in Spanish.
 */
export const standards: Readonly<Record<string, string>> = {
  'WHO 2021': 'OMS 2021',
  'UBA and ASR': 'UBA y ASR',
  'Indoor targets': 'Objetivos para interiores',
  'ISO 7730, EN 16798-1, WHO': 'ISO 7730, EN 16798-1, OMS',
  'US EPA 2024, WHO 2021': 'US EPA 2024, OMS 2021',
  'ASR A3.6 (Germany, 2012): up to 1,000 ppm harmless, above 2,000 ppm unacceptable; 400 ppm is outdoor air':
    'ASR A3.6 (Alemania, 2012): hasta 1,000 ppm inofensivo, por encima de 2,000 ppm inaceptable; el aire exterior tiene 400 ppm',
  'UBA (Germany, 2007): levels 1 to 5 at 0.3, 1, 3, 10 and 25 mg/m³; not a limit of health by itself':
    'UBA (Alemania, 2007): niveles 1 a 5 en 0.3, 1, 3, 10 y 25 mg/m³; por sí solo no es un límite para la salud',
  'Index of metal-oxide gas sensors: 50 excellent, 100 good, 150 slightly, 200 moderately, 250 heavily polluted':
    'Índice de sensores de gas de óxido metálico: 50 excelente, 100 bueno, contaminación leve en 150, moderada en 200 y fuerte en 250',
  'NIOSH 25 ppm (TWA) and 35 ppm (STEL), OSHA 50 ppm, IDLH 300 ppm: limits of workplaces, odor far below':
    'NIOSH 25 ppm (TWA) y 35 ppm (STEL), OSHA 50 ppm, IDLH 300 ppm: límites laborales; el olor se percibe mucho antes',
  'WHO 2021: guideline 15 µg/m³ (24 h), interim targets 25, 37.5, 50 and 75':
    'OMS 2021: valor guía 15 µg/m³ (24 h), metas intermedias 25, 37.5, 50 y 75',
  'EPA AQI as of May 6, 2024: PM2.5, by NowCast for the current hour':
    'AQI de la EPA del 6 de mayo de 2024: PM2.5, con NowCast para la hora actual',
  'EPA AQI as of May 6, 2024: CO, 8 h': 'AQI de la EPA del 6 de mayo de 2024: CO, 8 h',
  'EPA AQI as of May 6, 2024: NO₂, 1 h': 'AQI de la EPA del 6 de mayo de 2024: NO₂, 1 h',
  'WHO 2021: guideline 4 mg/m³ (24 h), interim target 7':
    'OMS 2021: valor guía 4 mg/m³ (24 h), meta intermedia 7',
  'WHO 2021: guideline 25 µg/m³ (24 h), interim targets 50 and 120':
    'OMS 2021: valor guía 25 µg/m³ (24 h), metas intermedias 50 y 120',
  'WHO 2000: 10 mg/m³ (8 h), 30 mg/m³ (1 h)': 'OMS 2000: 10 mg/m³ (8 h), 30 mg/m³ (1 h)',
  'WHO 2000: 200 µg/m³ (1 h)': 'OMS 2000: 200 µg/m³ (1 h)',
  'Targets of Kaiterra: green up to 15, yellow up to 35 µg/m³':
    'Objetivos de Kaiterra: verde hasta 15, amarillo hasta 35 µg/m³',
  'Targets of Kaiterra: green up to 9, yellow up to 35 ppm':
    'Objetivos de Kaiterra: verde hasta 9, amarillo hasta 35 ppm',
  'Targets of Kaiterra: green up to 40, yellow up to 100 µg/m³':
    'Objetivos de Kaiterra: verde hasta 40, amarillo hasta 100 µg/m³',
  'Targets of Kaiterra: green up to 900, yellow up to 1,200 ppm; 400 ppm is outdoor air':
    'Objetivos de Kaiterra: verde hasta 900, amarillo hasta 1,200 ppm; el aire exterior tiene 400 ppm',
  'Targets of Kaiterra: green up to 500, yellow up to 1,000 µg/m³':
    'Objetivos de Kaiterra: verde hasta 500, amarillo hasta 1,000 µg/m³',
  'ISO 7730: categories A, B and C below 6, 10 and 15 % dissatisfied; nobody ever pleases more than 95 %':
    'ISO 7730: categorías A, B y C con menos del 6, 10 y 15% de insatisfechos; nunca está satisfecho más del 95%',
  'EN 16798-1: categories I 30–50, II 25–60 and III 20–70 %RH':
    'EN 16798-1: categorías I 30–50, II 25–60 y III 20–70 %RH',
  'WHO 1999: 35 dB(A) in classrooms, 50 moderate and 55 serious annoyance, 70 for hearing; compared with the floor':
    'OMS 1999: 35 dB(A) en aulas, 50 molestia moderada y 55 grave, 70 para el oído; se compara con el ruido de fondo',
  'Kaiterra: dim from 51, good from 201 lx; EN 12464-1: 500 lx for offices. Below 51 lx nobody works: not counted':
    'Kaiterra: tenue desde 51, buena desde 201 lx; EN 12464-1: 500 lx para oficinas. Por debajo de 51 lx nadie trabaja: no cuenta',
}
