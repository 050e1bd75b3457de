/** What hey 0.1.4 and 0.1.5 print, recorded from runs against a small service. The bars of histograms are cut. */

export const HEY015 = String.raw`
Summary:
  Total:	2.0010 secs
  Slowest:	0.0292 secs
  Fastest:	0.0000 secs
  Average:	0.0004 secs
  Requests/sec:	27801.9363
  
  Total data:	1891488 bytes
  Size/request:	34 bytes

Response time histogram:
  0.000 [1]	|
  0.003 [55229]	|■
  0.006 [320]	|
  0.009 [42]	|
  0.012 [18]	|
  0.015 [1]	|
  0.018 [7]	|
  0.020 [0]	|
  0.023 [0]	|
  0.026 [13]	|
  0.029 [1]	|


Latency distribution:
  10%% in 0.0002 secs
  25%% in 0.0002 secs
  50%% in 0.0003 secs
  75%% in 0.0004 secs
  90%% in 0.0005 secs
  95%% in 0.0006 secs
  99%% in 0.0022 secs

Details (average, fastest, slowest):
  DNS+dialup:	0.0000 secs, 0.0000 secs, 0.0003 secs
  DNS-lookup:	0.0000 secs, 0.0000 secs, 0.0000 secs
  req write:	0.0000 secs, 0.0000 secs, 0.0251 secs
  resp wait:	0.0003 secs, 0.0000 secs, 0.0263 secs
  resp read:	0.0000 secs, 0.0000 secs, 0.0289 secs

Status code distribution:
  [200]	55632 responses



`;

export const HEY015_ERRORS = String.raw`
Summary:
  Total:	0.0113 secs
  Slowest:	0.0067 secs
  Fastest:	0.0000 secs
  Average:	0.0004 secs
  Requests/sec:	17662.7267
  
  Total data:	1048 bytes
  Size/request:	5 bytes

Response time histogram:
  0.000 [1]	|
  0.001 [189]	|■
  0.001 [0]	|
  0.002 [1]	|
  0.003 [4]	|■
  0.003 [3]	|■
  0.004 [0]	|
  0.005 [1]	|
  0.005 [0]	|
  0.006 [0]	|
  0.007 [1]	|


Latency distribution:
  10%% in 0.0001 secs
  25%% in 0.0001 secs
  50%% in 0.0002 secs
  75%% in 0.0003 secs
  90%% in 0.0004 secs
  95%% in 0.0020 secs
  99%% in 0.0041 secs

Details (average, fastest, slowest):
  DNS+dialup:	0.0000 secs, 0.0000 secs, 0.0004 secs
  DNS-lookup:	0.0000 secs, 0.0000 secs, 0.0000 secs
  req write:	0.0000 secs, 0.0000 secs, 0.0001 secs
  resp wait:	0.0003 secs, 0.0000 secs, 0.0035 secs
  resp read:	0.0000 secs, 0.0000 secs, 0.0050 secs

Status code distribution:
  [200]	137 responses
  [404]	23 responses
  [503]	40 responses



`;

export const HEY014_ERRORS = String.raw`
Summary:
  Total:	0.0086 secs
  Slowest:	0.0032 secs
  Fastest:	0.0000 secs
  Average:	0.0003 secs
  Requests/sec:	23127.2640
  
  Total data:	1032 bytes
  Size/request:	5 bytes

Response time histogram:
  0.000 [1]	|
  0.000 [165]	|■
  0.001 [13]	|■
  0.001 [3]	|■
  0.001 [4]	|■
  0.002 [2]	|
  0.002 [2]	|
  0.002 [3]	|■
  0.003 [3]	|■
  0.003 [2]	|
  0.003 [2]	|


Latency distribution:
  10% in 0.0001 secs
  25% in 0.0001 secs
  50% in 0.0001 secs
  75% in 0.0002 secs
  90% in 0.0008 secs
  95% in 0.0022 secs
  99% in 0.0030 secs

Details (average, fastest, slowest):
  DNS+dialup:	0.0000 secs, 0.0000 secs, 0.0032 secs
  DNS-lookup:	0.0000 secs, 0.0000 secs, 0.0000 secs
  req write:	0.0000 secs, 0.0000 secs, 0.0021 secs
  resp wait:	0.0003 secs, 0.0000 secs, 0.0028 secs
  resp read:	0.0000 secs, 0.0000 secs, 0.0010 secs

Status code distribution:
  [200]	138 responses
  [404]	22 responses
  [503]	40 responses



`;

export const HEY_TIMEOUTS = String.raw`
Summary:
  Total:	3.0083 secs
  Slowest:	0.0038 secs
  Fastest:	0.0000 secs
  Average:	0.0009 secs
  Requests/sec:	9.9726
  
  Total data:	60 bytes
  Size/request:	3 bytes

Response time histogram:
  0.000 [1]	|■
  0.000 [8]	|■
  0.001 [5]	|■
  0.001 [1]	|■
  0.002 [0]	|
  0.002 [2]	|■
  0.002 [0]	|
  0.003 [1]	|■
  0.003 [0]	|
  0.003 [0]	|
  0.004 [2]	|■


Latency distribution:
  10%% in 0.0001 secs
  25%% in 0.0002 secs
  50%% in 0.0004 secs
  75%% in 0.0018 secs
  90%% in 0.0036 secs
  95%% in 0.0038 secs
  0%% in 0.0000 secs

Details (average, fastest, slowest):
  DNS+dialup:	0.0001 secs, 0.0000 secs, 0.0004 secs
  DNS-lookup:	0.0000 secs, 0.0000 secs, 0.0000 secs
  req write:	0.0000 secs, 0.0000 secs, 0.0001 secs
  resp wait:	0.0008 secs, 0.0000 secs, 0.0037 secs
  resp read:	0.0000 secs, 0.0000 secs, 0.0002 secs

Status code distribution:
  [200]	20 responses

Error distribution:
  [10]	Get "http://127.0.0.1:18980/slow": context deadline exceeded (Client.Timeout exceeded while awaiting headers)

`;

export const HEY_REFUSED = String.raw`
Summary:
  Total:	0.0011 secs
  Slowest:	0.0000 secs
  Fastest:	0.0000 secs
  Average:	 NaN secs
  Requests/sec:	19035.1827
  

Response time histogram:


Latency distribution:

Details (average, fastest, slowest):
  DNS+dialup:	 NaN secs, 0.0000 secs, 0.0000 secs
  DNS-lookup:	 NaN secs, 0.0000 secs, 0.0000 secs
  req write:	 NaN secs, 0.0000 secs, 0.0000 secs
  resp wait:	 NaN secs, 0.0000 secs, 0.0000 secs
  resp read:	 NaN secs, 0.0000 secs, 0.0000 secs

Status code distribution:

Error distribution:
  [20]	Get "http://127.0.0.1:1/": dial tcp 127.0.0.1:1: connect: connection refused

`;

export const HEY014_CSV = String.raw`response-time,DNS+dialup,DNS,Request-write,Response-delay,Response-read,status-code,offset
0.0009,0.0002,0.0000,0.0000,0.0005,0.0001,200,0.0002
0.0008,0.0003,0.0000,0.0000,0.0004,0.0001,404,0.0005
0.0005,0.0000,0.0000,0.0001,0.0002,0.0000,200,0.0010
0.0007,0.0000,0.0000,0.0000,0.0003,0.0000,503,0.0008
0.0005,0.0001,0.0000,0.0001,0.0003,0.0000,200,0.0011
0.0004,0.0000,0.0000,0.0000,0.0004,0.0000,200,0.0013
0.0007,0.0002,0.0000,0.0001,0.0004,0.0000,200,0.0010
0.0001,0.0000,0.0000,0.0000,0.0001,0.0000,200,0.0017
0.0002,0.0000,0.0000,0.0001,0.0001,0.0000,503,0.0016
0.0002,0.0000,0.0000,0.0000,0.0001,0.0000,404,0.0016
0.0003,0.0000,0.0000,0.0000,0.0003,0.0000,200,0.0016
0.0002,0.0000,0.0000,0.0000,0.0002,0.0000,200,0.0017
0.0002,0.0000,0.0000,0.0002,0.0000,0.0000,200,0.0018
0.0003,0.0000,0.0000,0.0000,0.0002,0.0000,503,0.0018
0.0003,0.0000,0.0000,0.0000,0.0002,0.0001,404,0.0018
0.0001,0.0000,0.0000,0.0000,0.0000,0.0000,200,0.0021
0.0001,0.0000,0.0000,0.0000,0.0001,0.0000,200,0.0021
0.0004,0.0000,0.0000,0.0000,0.0003,0.0000,200,0.0018
0.0003,0.0000,0.0000,0.0000,0.0002,0.0001,200,0.0019
0.0001,0.0000,0.0000,0.0000,0.0000,0.0000,503,0.0022
`;
